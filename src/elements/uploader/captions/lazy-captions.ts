import type { TemplateResult } from 'lit';
import { withPageConfig } from '../../../core/config.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import { videoOf, type QueueItem } from '../../../upload/index.ts';
import { elementPart } from '../../host/element-part.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type { CaptionsPanel } from './captions-panel.ts';

/** The author's captions: when a video is stored on a page that asks for them by `captions`. */
const loadCaptions = () => import('./captions-panel.ts');

/** Loads the author's captions when a video is stored on a page that asks for them. */
export class LazyCaptions {
  readonly #host: UploaderHost;
  readonly #panel: LazyPart<CaptionsPanel>;
  #scope: AbortController | undefined;

  constructor(host: UploaderHost, update: () => void) {
    this.#host = host;
    this.#panel = elementPart(host, loadCaptions, (code) => {
      update();
      return new code.CaptionsPanel(host, update);
    });
  }

  /** The captions of a stored video; nothing for other files, and without a backend that accepts them. */
  render(item: QueueItem, isFixed: boolean): TemplateResult | undefined {
    const { captions } = this.#host;
    const { backend, credentials } = withPageConfig(this.#host);
    const videoId = videoOf(item)?.videoId;
    const { upload, name } = item;
    if (!captions || !backend || videoId === undefined || !upload) return undefined;
    this.#load();
    return this.#panel.part?.render(upload, name, { backend, credentials, videoId }, isFixed);
  }

  /** Lets go of videos that are no more in the list. */
  keep(items: readonly QueueItem[]): void {
    this.#panel.part?.keep(new Set(items.map(({ upload }) => upload)));
  }

  end(): void {
    this.#scope?.abort();
    this.#scope = undefined;
    this.#panel.part?.keep(new Set());
  }

  /** Without it the upload is as good. Once it is stored, nothing else may ever draw again: so this does not wait for that. */
  #load(): void {
    if (this.#scope) return;
    this.#scope = new AbortController();
    void this.#panel.loadUntil(this.#scope.signal);
  }
}
