import { html, type TemplateResult } from 'lit';
import { renewStyles } from '../../renew-styles.ts';
import type { UploaderHost } from '../uploader-host.ts';
import type { ListView } from './render-list.ts';
import { renderRow } from './render-row.ts';

/** Shows several rows with their order and the line below them: fetched beside the first byte, and for `multiple` only. */
export class LazyListView {
  readonly #host: UploaderHost;
  #renderList: ((list: ListView) => TemplateResult) | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: UploaderHost) {
    this.#host = host;
    if (host.multiple) this.#loading = this.#load();
  }

  /** The whole list; without its order and its foot for as long as they are not there. */
  render(list: ListView): TemplateResult {
    this.#loading ??= this.#load();
    if (this.#renderList) return this.#renderList(list);
    const { state, poster } = list;
    const rows = state.items.map((item, at) =>
      renderRow({ ...list, item, place: { at, of: state.items.length }, poster: poster(item.id) }),
    );
    return html`<div class="list" part="list">${rows}</div>`;
  }

  async #load(): Promise<void> {
    const parts = await Promise.all([import('./render-list.ts'), import('./list-styles.ts')]).catch(
      () => undefined,
    );
    // The next file tries again.
    if (!parts) return void (this.#loading = undefined);
    const [view, look] = parts;
    this.#renderList = view.renderList;
    await this.#host.updateComplete;
    renewStyles(this.#host, look.listStyles);
    this.#host.requestUpdate();
  }
}
