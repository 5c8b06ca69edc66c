import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { UploaderPosterWords } from '../../../../locales/en/author/uploader-poster.ts';
import type { AuthorPosterState } from '../../../../upload/index.ts';
import { filmIcon } from '../../../styling/icons.ts';
import type { FilmPictures, OfferedPicture } from './film-pictures.ts';

/** The view of one film's picture. */
export interface PosterView {
  readonly words: UploaderPosterWords;
  readonly locale: string;
  /** The film's name. */
  readonly name: string;
  readonly isFixed: boolean;
  readonly state: AuthorPosterState;
  /** The film's own pictures; undefined until the file is checked. */
  readonly pictures: FilmPictures | undefined;
  /** The moment that the slider shows; undefined before one is chosen. */
  readonly time: number | undefined;
  readonly onMove: (time: number) => void;
  readonly onOffer: (time: number) => void;
  readonly onFile: (file: File) => Promise<void>;
  readonly onRetry: () => void;
}

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Some pictures of the film, a slider over all of it, and a file of the author's own. */
export function renderPoster(view: PosterView): TemplateResult {
  const { words, name, pictures } = view;
  return html`<div
    class="poster-form"
    part="poster-form"
    role="group"
    aria-label=${words.titleOf.replace('{name}', () => name)}
  >
    <div class="poster-preview" part="poster-preview">${pictures?.preview ?? filmIcon()}</div>
    <div class="poster-choice">
      <p class="field-name">${words.label}</p>
      <p class="detail">${words.hint}</p>
      ${pictures && pictures.offered.length > 0 ? renderOffered(view, pictures.offered) : nothing}
      ${renderSlider(view)}
      <div class="author-foot">${renderStatus(view)} ${renderFile(view)}</div>
    </div>
  </div>`;
}

function renderOffered(
  { words, time, state, isFixed, onOffer }: PosterView,
  offered: readonly OfferedPicture[],
): TemplateResult {
  const isChosen = (one: OfferedPicture) => state.source !== undefined && time === one.time;
  return html`<div class="poster-offers">
    ${offered.map(
      (one) =>
        html`<button
          class="poster-offer"
          part="poster-offer"
          type="button"
          aria-label=${words.offered.replace('{time}', formatMoment(one.time))}
          aria-pressed=${isChosen(one)}
          ?disabled=${isFixed}
          @click=${() => onOffer(one.time)}
        >
          ${one.canvas}
        </button>`,
    )}
  </div>`;
}

function renderSlider({
  words,
  pictures,
  time = 0,
  isFixed,
  onMove,
}: PosterView): TemplateResult | typeof nothing {
  const { film, step = 1 } = pictures ?? {};
  if (film?.duration === undefined) return nothing;
  const move = (event: Event) => {
    // The uploader's own `input` says that its value has changed.
    event.stopPropagation();
    onMove((event.target as HTMLInputElement).valueAsNumber);
  };
  return html`<div class="field">
    <label for="poster-slider">${words.moment}</label>
    <div class="poster-moment">
      <input
        id="poster-slider"
        part="poster-slider"
        type="range"
        min="0"
        max=${film.duration}
        step=${step}
        .value=${live(String(time))}
        aria-valuetext=${formatMoment(time)}
        ?disabled=${isFixed}
        @input=${move}
      />
      <span class="detail" aria-hidden="true">${formatMoment(time)}</span>
    </div>
  </div>`;
}

function renderFile({ words, isFixed, onFile, state, onRetry }: PosterView): TemplateResult {
  const choose = (event: Event) => {
    const input = (event.currentTarget as HTMLElement).parentElement?.querySelector('input');
    input?.click();
  };
  const take = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // So that choosing the same file again is a change again.
    input.value = '';
    if (file) void onFile(file);
  };
  const stop = (event: Event) => event.stopPropagation();
  const isLost = state.saving === 'failed' || state.saving === 'refused';
  return html`<div class="poster-buttons">
    <input type="file" hidden accept=${KINDS} @change=${take} @input=${stop} />
    ${
      isLost && !state.problem
        ? html`<button class="button" part="poster-retry-button" type="button" @click=${onRetry}>
            ${words.retry}
          </button>`
        : nothing
    }
    <button class="button" part="poster-file-button" type="button" ?disabled=${isFixed} @click=${choose}>
      ${words.choose}
    </button>
  </div>`;
}

/** Said once it is known: not at each step of the slider. */
function renderStatus({ words, state, pictures }: PosterView): TemplateResult {
  const { saving, problem } = state;
  const isLost = problem !== undefined || saving === 'failed' || saving === 'refused';
  const opening = pictures?.status === 'absent' ? words.noFilm : '';
  const said = saving === 'none' || saving === 'kept' || saving === 'saving' ? opening : words[saving];
  const shown =
    saving === 'saving' ? words.saving : pictures?.status === 'opening' ? words.finding : undefined;
  return html`<p class="detail ${isLost ? 'problem' : ''}" part="poster-status" role="status">
      ${problem ? words[problem] : said}
    </p>
    ${shown && !problem ? html`<p class="detail" aria-hidden="true">${shown}</p>` : nothing}`;
}

/** A moment of a film: minutes, seconds and tenths. */
function formatMoment(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${String(Math.floor(tenths / 600))}:${rest}`;
}
