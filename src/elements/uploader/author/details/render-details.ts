import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { DETAILS_LIMITS } from '../../../../core/wire/author/video-details.ts';
import type { UploaderDetailsWords } from '../../../../locales/en/author/uploader-details.ts';
import { formatCount } from '../../../../locales/format/number-format.ts';
import type { AuthorDetails, AuthorDetailsState } from '../../../../upload/index.ts';

/** The view of one film's details. */
export interface DetailsView {
  readonly words: UploaderDetailsWords;
  readonly locale: string;
  readonly state: AuthorDetailsState;
  readonly details: AuthorDetails;
  /** The film's name. */
  readonly name: string;
  readonly isFixed: boolean;
  /** The slot for the site's own fields has something else in it. */
  readonly onSlot: (slot: HTMLSlotElement) => void;
  /** One of them has changed. */
  readonly onField: () => void;
}

/** Title, description, tags and the site's own fields, with what became of them. */
export function renderDetails(view: DetailsView): TemplateResult {
  const { words, state, name, isFixed, details } = view;
  const { typed } = state;
  const type = (field: 'title' | 'description' | 'tags') => (event: Event) => {
    // The uploader's own `input` says that its value has changed.
    event.stopPropagation();
    details.type({ [field]: (event.target as HTMLInputElement).value });
  };
  const leave = () => details.flush();
  return html`<div
    class="details-form"
    part="details-form"
    role="group"
    aria-label=${words.titleOf.replace('{name}', () => name)}
  >
    ${renderField(
      view,
      'title',
      html`<input
        id="details-title"
        part="details-title"
        type="text"
        dir="auto"
        autocomplete="off"
        aria-describedby="details-title-note"
        aria-invalid=${state.faults.includes('title')}
        ?disabled=${isFixed}
        .value=${live(typed.title)}
        @input=${type('title')}
        @blur=${leave}
      />`,
    )}
    ${renderField(
      view,
      'description',
      html`<textarea
        id="details-description"
        part="details-description"
        dir="auto"
        rows="3"
        aria-describedby="details-description-note"
        aria-invalid=${state.faults.includes('description')}
        ?disabled=${isFixed}
        .value=${live(typed.description)}
        @input=${type('description')}
        @blur=${leave}
      ></textarea>`,
    )}
    ${renderField(
      view,
      'tags',
      html`<input
        id="details-tags"
        part="details-tags"
        type="text"
        dir="auto"
        autocomplete="off"
        aria-describedby="details-tags-note"
        aria-invalid=${state.faults.includes('tags')}
        ?disabled=${isFixed}
        .value=${live(typed.tags)}
        @input=${type('tags')}
        @blur=${leave}
      />`,
    )}
    <slot
      name="details"
      @slotchange=${(event: Event) => view.onSlot(event.target as HTMLSlotElement)}
      @input=${view.onField}
      @change=${view.onField}
    ></slot>
    ${renderStatus(view)}
  </div>`;
}

function renderField(
  { words, state, locale }: DetailsView,
  field: 'title' | 'description' | 'tags',
  control: TemplateResult,
): TemplateResult {
  const note = noteOf(field, state, words, locale) ?? (field === 'tags' ? words.tagsHint : undefined);
  const isFault = state.faults.includes(field);
  return html`<div class="field">
    <label for="details-${field}">${words[field]}</label>
    ${control}
    <p class="detail ${isFault ? 'problem' : ''}" id="details-${field}-note">${note ?? nothing}</p>
  </div>`;
}

function noteOf(
  field: 'title' | 'description' | 'tags',
  { faults, typed }: AuthorDetailsState,
  words: UploaderDetailsWords,
  locale: string,
): string | undefined {
  if (!faults.includes(field)) return undefined;
  if (field === 'tags') return words.tagsUnfit;
  const { length } = typed[field].trim();
  if (length === 0) return words.noTitle;
  return words.tooLong
    .replace('{count}', formatCount(length, locale))
    .replace('{limit}', formatCount(DETAILS_LIMITS[field], locale));
}

/** Said once it is known: not at each key. */
function renderStatus({ words, state, details }: DetailsView): TemplateResult {
  const { saving, faults } = state;
  const isLost = saving === 'failed' || saving === 'refused';
  const fault = faults.includes('fields') ? words.fieldsUnfit : undefined;
  const said = saving === 'none' || saving === 'kept' || saving === 'saving' ? '' : words[saving];
  return html`<div class="author-foot">
    <p class="detail ${isLost || fault ? 'problem' : ''}" part="details-status" role="status">
      ${fault ?? said}
    </p>
    ${saving === 'saving' ? html`<p class="detail" aria-hidden="true">${words.saving}</p>` : nothing}
    ${
      isLost
        ? html`<button
            class="button"
            part="details-retry-button"
            type="button"
            @click=${() => details.flush()}
          >
            ${words.retry}
          </button>`
        : nothing
    }
  </div>`;
}
