import type { TemplateResult } from 'lit';
import { withPageConfig } from '../../../core/config.ts';
import { videoOf, type QueueItem } from '../../../upload/queue/queue-state.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type { CaptionsPanel } from './captions-panel.ts';

/** Loads the author's captions when a video is stored on a page that asks for them. */
export class LazyCaptions {
  readonly #host: UploaderHost;
  readonly #update: () => void;
  #panel: CaptionsPanel | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: UploaderHost, update: () => void) {
    this.#host = host;
    this.#update = update;
  }

  /** The captions of a stored video; nothing for other files, and without a backend that accepts them. */
  render(item: QueueItem, isFixed: boolean): TemplateResult | undefined {
    const { captions } = this.#host;
    const { backend, credentials } = withPageConfig(this.#host);
    const videoId = videoOf(item)?.videoId;
    const { upload, name } = item;
    if (!captions || !backend || videoId === undefined || !upload) return undefined;
    if (!this.#panel) void this.#load();
    return this.#panel?.render(upload, name, { backend, credentials, videoId }, isFixed);
  }

  /** Lets go of videos that are no more in the list. */
  keep(items: readonly QueueItem[]): void {
    this.#panel?.keep(new Set(items.map(({ upload }) => upload)));
  }

  end(): void {
    this.#panel?.keep(new Set());
  }

  /** Without it the upload is as good; the next video tries again. */
  #load(): Promise<void> {
    return (this.#loading ??= import('./captions-panel.ts').then(
      ({ CaptionsPanel: Panel }) => {
        this.#panel = new Panel(this.#host, this.#update);
        this.#update();
      },
      () => void (this.#loading = undefined),
    ));
  }
}
