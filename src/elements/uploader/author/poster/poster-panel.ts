import type { TemplateResult } from 'lit';
import { withPageConfig } from '../../../../core/config.ts';
import { uploaderPoster as english } from '../../../../locales/en/author/uploader-poster.ts';
import { AuthorPoster, PosterMemory, type FileInfo, type Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import { VhPosterChangeEvent } from '../../events/vh-poster-change-event.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import type { AuthoredFile, AuthorList, AuthorPanel } from '../panel/author-panel.ts';
import { authorStyles } from '../panel/author-styles.ts';
import { FilmPictures } from './film-pictures.ts';
import { posterStyles } from './poster-styles.ts';
import { renderPoster } from './render-poster.ts';

/** Milliseconds without a move after which a moment is chosen. */
const PAUSE_MS = 600;

/** The pictures of the films of one uploader. */
export class PosterPanel implements AuthorPanel {
  readonly #host: UploaderHost;
  readonly #list: AuthorList;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderPoster'>;
  readonly #posters = new Map<Upload, AuthorPoster>();
  /** The film whose area is open. */
  #film: FilmPictures | undefined;
  /** The moment that the slider stands at, before it is chosen. */
  #moment: { readonly upload: Upload; readonly time: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #guarding: AbortController | undefined;

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#host = host;
    this.#list = list;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderPoster', english);
    renewStyles(host, authorStyles, posterStyles);
  }

  render({ item, upload, isFixed }: AuthoredFile): TemplateResult {
    const { words, locale } = this.#words;
    const poster = this.#posterOf(upload);
    const { state } = poster.store;
    const pictures = this.#filmOf(upload, this.#list.infoOf(upload));
    const chosen = state.source && 'time' in state.source ? state.source.time : undefined;
    const time = this.#moment?.upload === upload ? this.#moment.time : chosen;
    return renderPoster({
      ...{ words, locale, name: item.name, isFixed, state, pictures, time },
      onMove: (moment) => this.#move(upload, moment),
      onOffer: (moment) => this.#choose(upload, moment),
      onFile: (file) => this.#chooseFile(poster, file),
      onRetry: () => poster.send(),
    });
  }

  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const [upload, poster] of this.#posters) {
      if (uploads.has(upload)) continue;
      poster.end();
      this.#posters.delete(upload);
    }
    if (this.#film && !uploads.has(this.#film.upload)) {
      this.#film.end();
      this.#film = undefined;
      clearTimeout(this.#timer);
    }
    this.#guard();
  }

  #posterOf(upload: Upload): AuthorPoster {
    const known = this.#posters.get(upload);
    if (known) return known;
    const { withoutResume, subject } = this.#host;
    const poster = new AuthorPoster(upload, {
      memory: withoutResume ? undefined : new PosterMemory(subject),
      onRecall: (picture) => {
        this.#list.onChange();
        if (this.#film?.upload === upload) void this.#film.showPicture(picture);
      },
      backend: () => {
        const { backend, credentials } = withPageConfig(this.#host);
        return backend === undefined ? undefined : { backend, credentials };
      },
      onChange: (_source, picture) => {
        this.#list.onChange();
        this.#host.dispatchEvent(new VhPosterChangeEvent(upload.chosenFile, upload.videoId, picture));
      },
    });
    poster.store.subscribe(() => {
      this.#guard();
      this.#update();
    });
    this.#posters.set(upload, poster);
    return poster;
  }

  /** Only one film is open: each holds a decoder. Nothing until the file is checked. */
  #filmOf(upload: Upload, info: FileInfo | undefined): FilmPictures | undefined {
    if (this.#film?.upload === upload) return this.#film;
    this.#film?.end();
    this.#film = info && new FilmPictures(upload, info, this.#update);
    const picture = this.#posters.get(upload)?.store.state.picture;
    if (picture) void this.#film?.showPicture(picture);
    return this.#film;
  }

  #move(upload: Upload, time: number): void {
    this.#moment = { upload, time };
    void this.#film?.show(time);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#choose(upload, time), PAUSE_MS);
    this.#update();
  }

  #choose(upload: Upload, time: number): void {
    clearTimeout(this.#timer);
    this.#moment = { upload, time };
    const pictures = this.#film;
    if (pictures?.upload !== upload || !pictures.film) return;
    void pictures.show(time);
    void this.#posters.get(upload)?.chooseMoment(pictures.film, time);
    this.#update();
  }

  async #chooseFile(poster: AuthorPoster, file: File): Promise<void> {
    clearTimeout(this.#timer);
    await poster.chooseFile(file);
    const { picture, problem } = poster.store.state;
    if (problem || !picture) return;
    this.#moment = undefined;
    await this.#film?.showPicture(picture);
  }

  /** Asks before the page is left, while a chosen picture would be lost. */
  #guard(): void {
    const isUnsaved = [...this.#posters.values()].some((poster) => poster.isUnsaved);
    if (isUnsaved === (this.#guarding !== undefined)) return;
    this.#guarding?.abort();
    this.#guarding = isUnsaved ? new AbortController() : undefined;
    const { signal } = this.#guarding ?? {};
    if (signal) addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  }
}
