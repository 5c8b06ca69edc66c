import type { TemplateResult } from 'lit';
import { withPageConfig } from '../../../core/config.ts';
import { LazyModule } from '../../../core/async/lazy-module.ts';
import { videoOf, type QueueItem } from '../../../upload/index.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type * as Captions from './captions-panel.ts';

/** Loads the panel's code. */
export type LoadCaptions = () => Promise<typeof Captions>;

/** Loads the author's captions when a video is stored on a page that asks for them. */
export class LazyCaptions {
  readonly #host: UploaderHost;
  /** Without it the upload is as good; the next update tries again. */
  readonly #panel: LazyModule<typeof Captions, Captions.CaptionsPanel>;

  constructor(host: UploaderHost, update: () => void, load: LoadCaptions) {
    this.#host = host;
    this.#panel = new LazyModule(load, (code) => {
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
    void this.#panel.load();
    return this.#panel.part?.render(upload, name, { backend, credentials, videoId }, isFixed);
  }

  /** Lets go of videos that are no more in the list. */
  keep(items: readonly QueueItem[]): void {
    this.#panel.part?.keep(new Set(items.map(({ upload }) => upload)));
  }

  end(): void {
    this.#panel.part?.keep(new Set());
  }
}
