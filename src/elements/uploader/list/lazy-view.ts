import { html, type TemplateResult } from 'lit';
import { asRecording, type QueueItem } from '../../../upload/index.ts';
import { LazyModule, type LazyPart } from '../../../core/async/lazy-module.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type { UploadListView } from './upload-list-view.ts';

/** The uploader that wants the view, and is told when that does not come. */
let viewer: UploaderHost | undefined;

/** The rows, their words and pictures: beside the first part, or ahead with the list; for all uploaders of a page. */
const view: LazyPart<typeof UploadListView> = new LazyModule(
  () => import('./upload-list-view.ts').then((code) => code.prepareView()),
  (View) => View,
  (error) => viewer?.dispatchEvent(new VhErrorEvent(error)),
);

/** The view of an uploader's files, until it is there. */
export class LazyView {
  readonly #host: UploaderHost;
  #asking: AbortController | undefined;

  constructor(host: UploaderHost) {
    this.#host = host;
  }

  /** Its class, once it is loaded. */
  get part(): typeof UploadListView | undefined {
    return view.part;
  }

  /** Loads it; after a failure not again, unless it is asked for `until` the signal aborts. */
  async load(until?: AbortSignal): Promise<void> {
    viewer = this.#host;
    await (until ? view.loadUntil(until) : view.load());
  }

  /**
   * Loads it once it holds up no first byte, and calls `onLoaded` then; after a failure again, whatever the files do: nothing more
   * may ever happen to them. It ends with them.
   */
  async loadFor(items: readonly QueueItem[], onLoaded: () => void): Promise<void> {
    if (items.length === 0) {
      this.#asking?.abort();
      this.#asking = undefined;
    }
    if (this.#asking || !items.some(isUnderway)) return;
    const { signal } = (this.#asking = new AbortController());
    await this.load(signal);
    if (!signal.aborted) onLoaded();
  }
}

/** True when nothing is left that a first byte waits for. A recording may have no byte to send for long. */
function isUnderway({ upload, state }: QueueItem): boolean {
  const isWaiting = state.status === 'granting' || state.status === 'queued';
  return !isWaiting || (upload && asRecording(upload.chosenFile)) !== undefined;
}

/** The files while the view of their rows is on its way: what they are, and how to call them off. */
export function renderStarting(
  items: readonly QueueItem[],
  cancel: string,
  remove: (id: number) => void,
): TemplateResult {
  return html`<div class="starting">
    ${items.map(
      ({ id, name }) =>
        html`<p part="name"><bdi>${name}</bdi></p>
          <button
            class="button"
            part="cancel-button"
            type="button"
            aria-label=${items.length > 1 ? `${cancel}: ${name}` : cancel}
            @click=${() => remove(id)}
          >
            ${cancel}
          </button>`,
    )}
  </div>`;
}
