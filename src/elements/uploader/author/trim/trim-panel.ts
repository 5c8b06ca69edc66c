import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { uploaderTrim as english } from '../../../../locales/en/author/uploader-trim.ts';
import type { FileInfo, Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import { isTrimmable, type AuthoredFile, type AuthorList, type AuthorPanel } from '../panel/author-panel.ts';
import { authorStyles } from '../panel/author-styles.ts';
import { type CutEnd, FilmCut, formatCutTime } from './film-cut.ts';
import { FilmPreview } from './film-preview.ts';
import { trimStyles } from './trim-styles.ts';

/** One film, its cut and its pictures. */
interface CutFilm {
  readonly upload: Upload;
  readonly cut: FilmCut;
  readonly preview: FilmPreview;
}

/** Lets the authors of all films of one uploader cut off start and end, until the films are sent. */
export class TrimPanel implements AuthorPanel {
  readonly #update: () => void;
  readonly #list: AuthorList;
  readonly #words: WordsController<'uploaderTrim'>;
  readonly #films = new Map<Upload, CutFilm>();

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#update = update;
    this.#list = list;
    this.#words = new WordsController(host, 'uploaderTrim', english);
    renewStyles(host, authorStyles, trimStyles);
  }

  /** The strip of a film; nothing for what is no film. */
  render({ item, upload, isFixed }: AuthoredFile): TemplateResult | undefined {
    const info = this.#list.infoOf(upload);
    if (!info?.duration || info.videoCodec === undefined) return undefined;
    return this.#render(this.#filmOf(upload, info), item.name, isFixed);
  }

  /** Ends the work for films that have left the list, or leave the page. */
  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const upload of this.#films.keys())
      if (!uploads.has(upload) || !isTrimmable(upload.store.state)) this.#letGo(upload);
  }

  #letGo(upload: Upload): void {
    this.#films.get(upload)?.preview.end();
    this.#films.delete(upload);
  }

  #filmOf(upload: Upload, info: FileInfo): CutFilm {
    const known = this.#films.get(upload);
    if (known) return known;
    const preview = new FilmPreview(upload.chosenFile, info, this.#update);
    const film = { upload, cut: new FilmCut(info, upload.trim), preview };
    this.#films.set(upload, film);
    return film;
  }

  #render(film: CutFilm, name: string, isFixed: boolean): TemplateResult {
    const { cut, preview } = film;
    const { words, locale } = this.#words;
    const { start, end } = cut.range;
    const time = (seconds: number) => formatCutTime(seconds, locale);
    const kept = words.kept.replace('{length}', time(cut.length)).replace('{total}', time(cut.duration));
    return html`<div
      class="trim"
      part="trim"
      role="group"
      aria-label=${words.titleOf.replace('{name}', () => name)}
      @input=${stop}
      @change=${stop}
    >
      ${preview.isThere ? preview.video : nothing}
      <div
        class="trim-strip"
        part="trim-strip"
        dir="ltr"
        ${layCut(start / cut.duration, end / cut.duration)}
        @click=${(event: MouseEvent) => isFixed || this.#moveNearest(film, event)}
      >
        <div class="trim-pictures" aria-hidden="true">${preview.pictures}</div>
        <div class="trim-off trim-off-start"></div>
        <div class="trim-off trim-off-end"></div>
        ${this.#renderHandle(film, 'start', isFixed)} ${this.#renderHandle(film, 'end', isFixed)}
      </div>
      <div class="trim-foot">
        <p class="detail"><bdi>${time(start)} – ${time(end)}</bdi> · <bdi>${kept}</bdi></p>
        <div class="actions">
          ${
            preview.isThere
              ? html`<button
                  class="button"
                  part="trim-play-button"
                  type="button"
                  @click=${() => preview.toggle(cut.range)}
                >
                  ${preview.isPlaying ? words.pause : words.play}
                </button>`
              : nothing
          }
          <button
            class="button"
            part="trim-reset-button"
            type="button"
            ?disabled=${isFixed || cut.isWhole}
            @click=${() => this.#reset(film)}
          >
            ${words.reset}
          </button>
        </div>
      </div>
    </div>`;
  }

  #renderHandle(film: CutFilm, which: CutEnd, isFixed: boolean): TemplateResult {
    const { cut } = film;
    const { words, locale } = this.#words;
    const value = cut.range[which];
    return html`<input
      class="trim-handle"
      part="trim-handle"
      type="range"
      aria-label=${words[which]}
      aria-valuetext=${formatCutTime(value, locale)}
      min="0"
      max=${cut.duration}
      step="any"
      ?disabled=${isFixed}
      .value=${live(String(value))}
      @input=${({ currentTarget }: Event) =>
        this.#move(film, which, (currentTarget as HTMLInputElement).valueAsNumber)}
      @keydown=${(event: KeyboardEvent) => this.#press(film, which, event)}
    />`;
  }

  #move(film: CutFilm, which: CutEnd, time: number): void {
    film.cut.move(which, time);
    this.#keepCut(film, which);
  }

  #press(film: CutFilm, which: CutEnd, event: KeyboardEvent): void {
    // Others are the browser's, and with Alt the row's.
    if (event.altKey || event.ctrlKey || event.metaKey || !film.cut.press(which, event)) return;
    event.preventDefault();
    this.#keepCut(film, which);
  }

  /** A press on the strip beside the handles takes the nearer one there. */
  #moveNearest(film: CutFilm, { target, currentTarget, clientX }: MouseEvent): void {
    if (target instanceof HTMLInputElement) return;
    const pictures = (currentTarget as HTMLElement).querySelector('.trim-pictures');
    const { left = 0, width = 1 } = pictures?.getBoundingClientRect() ?? {};
    const time = (film.cut.duration * (clientX - left)) / width;
    const { start, end } = film.cut.range;
    this.#move(film, Math.abs(time - start) <= Math.abs(time - end) ? 'start' : 'end', time);
  }

  #keepCut(film: CutFilm, which: CutEnd): void {
    const { upload, cut, preview } = film;
    const { start, end } = cut.range;
    upload.trim = cut.isWhole ? undefined : cut.range;
    // What the site's form gets of the film; nothing of one that was left as it is.
    if (upload.trim ?? upload.details) upload.details = { ...upload.details, trim: upload.trim };
    // The first picture that remains, or the last one.
    preview.show(which === 'start' ? start + cut.frame / 2 : end - cut.frame / 2);
    this.#update();
  }

  #reset(film: CutFilm): void {
    film.cut.reset();
    this.#keepCut(film, 'start');
  }
}

/** The uploader's own events say that its value has changed. */
function stop(event: Event): void {
  event.stopPropagation();
}

/** Lays out the strip by what is cut off. Through CSSOM: a strict policy refuses a style attribute. */
class CutDirective extends Directive {
  render(start: number, end: number): [number, number] {
    return [start, end];
  }

  override update(part: ElementPart, [start, end]: [number, number]): void {
    const { style } = part.element as HTMLElement;
    style.setProperty('--_start', String(start));
    style.setProperty('--_end', String(1 - end));
  }
}

const layCut: (start: number, end: number) => DirectiveResult = directive(CutDirective);
