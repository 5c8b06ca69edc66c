import { html, type TemplateResult } from 'lit';
import { withPageConfig } from '../../../core/config.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { isRefused, videoOf, type QueueItem, type Upload } from '../../../upload/index.ts';
import { elementPart } from '../../host/element-part.ts';
import { editIcon } from '../../styling/icons.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { isTrimmable, type AuthorList, type AuthorPanel } from './panel/author-panel.ts';

// Each beside the sending, never before the first byte; what cannot be loaded is asked for until it comes.

/** The author's captions: when a video is stored on a page that asks for them by `captions`. */
const loadCaptions = () => import('./captions/captions-panel.ts');

/** Title, description, tags: with the first row of a page that asks for them by `with-details`. */
const loadDetails = () => import('./details/details-panel.ts');

/** The picture of a film: with the first row of a page that asks for it by `with-poster`. */
const loadPoster = () => import('./poster/poster-panel.ts');
/** Start and end of a film: with the first row of a page that lets its author cut it by `with-trim`. */
const loadTrim = () => import('./trim/trim-panel.ts');

/** The checksum of what was sent: with the first one, on a page that asks for it by `with-checksum`. */
const loadChecksum = () => import('./checksum/checksum-panel.ts');

/** The way to the end of an upload: when a video is stored on a page that asks for it by `with-share`. */
const loadShare = () => import('./share/share-panel.ts');

/** What a row has for its author. */
export interface AuthorRow {
  /** Opens and closes the area, where there are several rows. */
  readonly button: TemplateResult | undefined;
  readonly area: TemplateResult | undefined;
}

/** A part, and when a page with these attributes shows it for a file. */
interface Part {
  readonly isWanted: (item: QueueItem) => boolean;
  readonly code: LazyPart<AuthorPanel>;
  /** True for a part that stands in each of several rows, without a button that opens it; by default it has one. */
  readonly isAlwaysOpen?: () => boolean;
}

/**
 * The author's area of each row: what a person does with a film while it is sent, and afterwards. The only row has it open; of
 * several, a button opens one at a time.
 */
export class AuthorArea {
  readonly #host: UploaderHost;
  readonly #update: () => void;
  readonly #parts: readonly Part[];
  #scope = new AbortController();
  readonly #asked = new Set<Part>();
  #open: Upload | undefined;
  /** The buttons of the rows, each the same until it says something else: a row that has not changed is not drawn. */
  readonly #buttons = new WeakMap<Upload, { says: string; button: TemplateResult }>();

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#host = host;
    this.#update = update;
    const isAsked = () => host.withDetails || host.withPoster;
    this.#parts = [
      {
        isWanted: (item) => host.withShare && videoOf(item) !== undefined,
        code: elementPart(host, loadShare, (code) => new code.SharePanel(host, list, update)),
      },
      {
        isWanted: ({ state }) => host.withTrim && isTrimmable(state),
        code: elementPart(host, loadTrim, (code) => new code.TrimPanel(host, list, update)),
      },
      {
        isWanted: () => host.withDetails,
        code: elementPart(host, loadDetails, (code) => new code.DetailsPanel(host, list, update)),
      },
      {
        isWanted: () => host.withPoster,
        code: elementPart(host, loadPoster, (code) => new code.PosterPanel(host, list, update)),
      },
      {
        isWanted: (item) =>
          host.captions && withPageConfig(host).backend !== undefined && videoOf(item) !== undefined,
        code: elementPart(host, loadCaptions, (code) => new code.CaptionsPanel(host, list, update)),
        isAlwaysOpen: () => !isAsked(),
      },
      {
        isWanted: ({ state }) => state.status !== 'failed' && state.checksum !== undefined,
        code: elementPart(host, loadChecksum, (code) => new code.ChecksumPanel(host, update)),
        isAlwaysOpen: () => true,
      },
    ];
  }

  /** What stands in a file's row; nothing for a file that cannot be uploaded, and for one of an earlier page. */
  render(item: QueueItem, isFixed: boolean, isOneOfSeveral: boolean, words: UploaderWords): AuthorRow {
    const { upload } = item;
    // An element that has left the page has ended its parts' work, and may still draw once.
    if (!upload || isRefused(item) || !this.#host.isConnected) return NOTHING;
    const wanted = this.#parts.filter(({ isWanted }) => isWanted(item));
    const folded = isOneOfSeveral ? wanted.filter(({ isAlwaysOpen }) => !isAlwaysOpen?.()) : [];
    const isOpen = this.#open === upload;
    const shown = isOpen ? wanted : wanted.filter((part) => !folded.includes(part));
    for (const part of shown) this.#load(part);
    const parts = shown.flatMap(({ code }) => code.part?.render({ item, upload, isFixed }) ?? []);
    return {
      button: folded.length > 0 ? this.#button(item, upload, words) : undefined,
      area:
        parts.length > 0
          ? html`<div class="author" part="author" id=${areaId(item)} @keydown=${keepArrows}>${parts}</div>`
          : undefined,
    };
  }

  /** Lets go of files that are no more in the list. */
  keep(items: readonly QueueItem[]): void {
    const uploads = new Set(items.map(({ upload }) => upload));
    for (const { code } of this.#parts) code.part?.keep(uploads);
  }

  end(): void {
    this.#scope.abort();
    this.#scope = new AbortController();
    this.#asked.clear();
    this.keep([]);
  }

  /** Without it the upload is as good. Once it is stored, nothing else may ever draw again: so this does not wait for that. */
  #load(part: Part): void {
    if (this.#asked.has(part)) return;
    this.#asked.add(part);
    void part.code.loadUntil(this.#scope.signal).then(this.#update);
  }

  #button(item: QueueItem, upload: Upload, { edit }: UploaderWords): TemplateResult {
    const isOpen = this.#open === upload;
    const label = `${edit}: ${item.name}`;
    const says = `${String(isOpen)} ${label}`;
    const known = this.#buttons.get(upload);
    if (known?.says === says) return known.button;
    const toggle = () => {
      this.#open = this.#open === upload ? undefined : upload;
      this.#update();
    };
    const button = html`<button
      class="button icon-only"
      part="author-button"
      type="button"
      aria-label=${label}
      aria-expanded=${isOpen}
      aria-controls=${areaId(item)}
      title=${edit}
      @click=${toggle}
    >
      ${editIcon()}
    </button>`;
    this.#buttons.set(upload, { says, button });
    return button;
  }
}

const NOTHING: AuthorRow = { button: undefined, area: undefined };

const areaId = ({ id }: QueueItem) => `author-${String(id)}`;

/** Alt with an arrow moves by words in a field, and no row. */
function keepArrows(event: KeyboardEvent): void {
  if (event.altKey && event.key.startsWith('Arrow')) event.stopPropagation();
}
