import type { TemplateResult } from 'lit';
import { uploaderShare as english } from '../../../../locales/en/author/uploader-share.ts';
import type { UploadedVideo } from '../../../../core/wire/video.ts';
import { videoOf, type Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import { VhUploadShareEvent } from '../../events/vh-upload-share-event.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import type { AuthoredFile, AuthorList, AuthorPanel } from '../panel/author-panel.ts';
import { authorStyles } from '../panel/author-styles.ts';
import { renderShare } from './render-share.ts';
import { isPrivate, sharedOf, type Shared } from './share-addresses.ts';
import { shareStyles } from './share-styles.ts';
import { SharedFilm, type Copied } from './shared-film.ts';

const SECOND_MS = 1000;

/** The way to the end of the uploads of one uploader: how long they are processed, and what others are given of them. */
export class SharePanel implements AuthorPanel {
  readonly #host: UploaderHost;
  readonly #list: AuthorList;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderShare'>;
  readonly #films = new Map<Upload, SharedFilm>();
  /** What the page was told last. */
  #told = '';
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#host = host;
    this.#list = list;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderShare', english);
    renewStyles(host, authorStyles, shareStyles);
  }

  render({ item, upload }: AuthoredFile): TemplateResult | undefined {
    const video = videoOf(item);
    if (!video) return undefined;
    const { words } = this.#words;
    const { id, name, state } = item;
    const { shareUrl, embedUrl, ownerDocument } = this.#host;
    const info = this.#list.infoOf(upload);
    const title = upload.details?.title ?? video.title ?? name;
    const shared = sharedOf(video, { shareUrl, embedUrl, base: ownerDocument.baseURI, title, size: info });
    this.#tell(upload, video, shared);
    const film = this.#filmOf(upload);
    const isPlayable = state.status === 'playable';
    if (isPlayable) void film.show(upload, info);
    const seconds = state.status === 'processing' ? (Date.now() - state.since) / SECOND_MS : undefined;
    if (seconds !== undefined) this.#clock ??= setTimeout(() => this.#tick(), SECOND_MS);
    const copy = (what: Copied, text: string) => void this.#copy(film, id, what, text);
    return renderShare({
      ...{ words, shared, film, id, name, isPlayable, seconds, copy },
      isPrivate: isPrivate(video),
    });
  }

  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const [upload, film] of this.#films) {
      if (uploads.has(upload)) continue;
      film.end();
      this.#films.delete(upload);
    }
    if (this.#films.size > 0) return;
    clearTimeout(this.#clock);
    this.#clock = undefined;
    this.#told = '';
  }

  #filmOf(upload: Upload): SharedFilm {
    const known = this.#films.get(upload);
    if (known) return known;
    const film = new SharedFilm(this.#update);
    this.#films.set(upload, film);
    return film;
  }

  /** The next drawing asks for the next second, while anything is being processed in view. */
  #tick(): void {
    this.#clock = undefined;
    this.#update();
  }

  /** Tells the page which film is in view, and its addresses; each time when that is another, or they are others. */
  #tell(upload: Upload, video: UploadedVideo, shared: Shared): void {
    const told = JSON.stringify([video.videoId, shared]);
    if (told === this.#told) return;
    this.#told = told;
    const event = new VhUploadShareEvent(upload.chosenFile, video, shared);
    // Not while the list is drawn.
    queueMicrotask(() => this.#host.dispatchEvent(event));
  }

  async #copy(film: SharedFilm, id: number, what: Copied, text: string): Promise<void> {
    if (await film.copy(what, text)) return;
    await this.#host.updateComplete;
    const place = `.share[data-item="${String(id)}"] [part=share-${what}]`;
    const field = this.#host.shadowRoot?.querySelector<HTMLInputElement | HTMLTextAreaElement>(place);
    field?.focus();
    field?.select();
  }
}
