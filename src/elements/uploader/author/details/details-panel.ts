import type { TemplateResult } from 'lit';
import { withPageConfig } from '../../../../core/config.ts';
import { uploaderDetails as english } from '../../../../locales/en/author/uploader-details.ts';
import { AuthorDetails, DetailsMemory, type Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import { VhDetailsChangeEvent } from '../../events/vh-details-change-event.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import type { AuthoredFile, AuthorList, AuthorPanel } from '../panel/author-panel.ts';
import { authorStyles } from '../panel/author-styles.ts';
import { renderDetails } from './render-details.ts';
import { SiteFields } from './site-fields.ts';

/** What an author says of the films of one uploader. */
export class DetailsPanel implements AuthorPanel {
  readonly #host: UploaderHost;
  readonly #list: AuthorList;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderDetails'>;
  readonly #details = new Map<Upload, AuthorDetails>();
  readonly #fields = new SiteFields();
  /** The film whose area is open. */
  #shown: Upload | undefined;
  /** The film whose values the site's own fields show. */
  #filled: Upload | undefined;
  #guarding: AbortController | undefined;

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#host = host;
    this.#list = list;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderDetails', english);
    renewStyles(host, authorStyles);
  }

  render({ item, upload, isFixed }: AuthoredFile): TemplateResult {
    const { words, locale } = this.#words;
    const details = this.#detailsOf(upload, item.name);
    if (this.#shown !== upload) void this.#follow(upload);
    return renderDetails({
      ...{ words, locale, details, isFixed, name: item.name },
      state: details.store.state,
      onSlot: (slot) => this.#fill(slot),
      onField: () => details.type({ fields: this.#fields.values }),
    });
  }

  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const [upload, details] of this.#details) {
      if (uploads.has(upload)) continue;
      details.end();
      this.#details.delete(upload);
    }
    this.#guard();
  }

  #detailsOf(upload: Upload, name: string): AuthorDetails {
    const known = this.#details.get(upload);
    if (known) return known;
    const { withoutResume, subject } = this.#host;
    const details = new AuthorDetails(upload, {
      name,
      backend: () => {
        const { backend, credentials } = withPageConfig(this.#host);
        return backend === undefined ? undefined : { backend, credentials };
      },
      memory: withoutResume ? undefined : new DetailsMemory(subject),
      onCommit: (said) =>
        this.#host.dispatchEvent(new VhDetailsChangeEvent(upload.chosenFile, upload.videoId, said)),
    });
    details.store.subscribe(() => this.#draw());
    this.#details.set(upload, details);
    // Not while the list is drawn.
    queueMicrotask(() => this.#list.onChange());
    return details;
  }

  #draw(): void {
    this.#guard();
    this.#list.onChange();
    this.#update();
  }

  /** Asks before the page is left, while words of the author would be lost. */
  #guard(): void {
    const isUnsaved = [...this.#details.values()].some((details) => details.isUnsaved);
    if (isUnsaved === (this.#guarding !== undefined)) return;
    this.#guarding?.abort();
    this.#guarding = isUnsaved ? new AbortController() : undefined;
    const { signal } = this.#guarding ?? {};
    if (signal) addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  }

  /** The slot is there once the row is drawn. */
  async #follow(upload: Upload): Promise<void> {
    this.#shown = upload;
    await this.#host.updateComplete;
    const slot = this.#host.shadowRoot?.querySelector<HTMLSlotElement>('slot[name=details]');
    if (slot) this.#fill(slot);
  }

  /** Has the site's own fields show the values of the film that is open; what the page has put into them counts as well. */
  #fill(slot: HTMLSlotElement): void {
    const details = this.#shown && this.#details.get(this.#shown);
    // The slot of an area that was closed reports that nothing is in it any more.
    if (!details || !slot.isConnected) return;
    this.#fields.follow(slot);
    const isAnother = this.#filled !== undefined && this.#filled !== this.#shown;
    const { fields } = details.store.state.typed;
    if (this.#filled !== this.#shown && Object.keys(fields).length > 0) this.#fields.show(fields);
    // One film after the other has the fields anew; those of the only one may be filled in before it is chosen.
    else if (isAnother && this.#host.multiple) this.#fields.show();
    this.#filled = this.#shown;
    const { values } = this.#fields;
    if (Object.keys(values).length > 0) details.propose(values);
  }
}
