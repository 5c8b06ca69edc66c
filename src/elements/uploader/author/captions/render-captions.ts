import { html, nothing, type TemplateResult } from 'lit';
import type { UploaderCaptionsWords } from '../../../../locales/en/author/uploader-captions.ts';
import { pluralize } from '../../../../locales/format/plural.ts';
import type { AuthorCaptions, AuthorCaptionsState, CaptionDraft, GivenCaptions } from './author-captions.ts';
import { nameOf, offerLanguages } from './caption-languages.ts';

/** The author's view of one video's captions. */
export interface CaptionsView {
  readonly words: UploaderCaptionsWords;
  readonly locale: string;
  readonly state: AuthorCaptionsState;
  readonly captions: AuthorCaptions;
  /** Identifies its row. */
  readonly id: number;
  /** The video's name. */
  readonly name: string;
  readonly isFixed: boolean;
  /** Gives the focus to the button that has this part, after what had it is gone. */
  readonly refocus: (part: string) => void;
}

const KINDS = '.vtt,.srt,.ttml,.dfxp,.xml,.imsc,text/vtt,application/x-subrip,application/ttml+xml';

/** Captions of an uploaded video: the present ones, a chosen file, and the button that chooses one. */
export function renderCaptions(view: CaptionsView): TemplateResult {
  const { words, state, name, isFixed } = view;
  const { given, work, problem } = state;
  const isBusy = isFixed || work.status !== 'none';
  return html`<div
    class="captions"
    part="captions"
    data-item=${view.id}
    role="group"
    aria-label=${words.titleOf.replace('{name}', () => name)}
    @input=${stop}
  >
    ${
      given.length > 0
        ? html`<ul role="list">
            ${given.map((one) => renderGiven(view, one, isBusy))}
          </ul>`
        : nothing
    }
    ${
      work.status === 'read' || (work.status === 'sending' && work.draft)
        ? renderDraft(view, work.draft as CaptionDraft, work.status === 'sending')
        : nothing
    }
    <div class="captions-foot">
      <p class="detail ${problem ? 'problem' : ''}" part="captions-status" role="status">${report(view)}</p>
      ${work.status === 'read' ? nothing : renderAdd(view, isBusy)}
    </div>
  </div>`;
}

function renderAdd({ words, locale, captions, refocus }: CaptionsView, isBusy: boolean): TemplateResult {
  const choose = (event: Event) => {
    const input = (event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement;
    input.click();
  };
  const take = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // So that choosing the same file again is a change again.
    input.value = '';
    if (!file) return;
    await captions.read(file, likelyLanguages(locale)[0] ?? 'en');
    refocus(captions.store.state.work.status === 'read' ? 'captions-language' : 'captions-add-button');
  };
  return html`<input type="file" hidden accept=${KINDS} @change=${take} /><button
      class="button"
      part="captions-add-button"
      type="button"
      ?disabled=${isBusy}
      @click=${choose}
    >
      ${words.add}
    </button>`;
}

function renderGiven(view: CaptionsView, one: GivenCaptions, isBusy: boolean): TemplateResult {
  const { words, locale, captions, refocus } = view;
  const { language, count, isDefault } = one;
  const name = nameOf(language, locale) ?? language;
  const says = [pluralize(words.lines, count, locale), ...(isDefault ? [words.isDefault] : [])].join(' · ');
  const act = (what: () => Promise<void>) => async () => {
    await what();
    refocus('captions-add-button');
  };
  const button = (part: string, label: string, what: () => Promise<void>) =>
    html`<button
      class="button"
      part=${part}
      type="button"
      aria-label="${label}: ${name}"
      ?disabled=${isBusy}
      @click=${act(what)}
    >
      ${label}
    </button>`;
  return html`<li class="caption" part="caption">
    <div class="texts">
      <p class="caption-name">${name}</p>
      <p class="detail">${says}</p>
    </div>
    <div class="actions">
      ${isDefault ? nothing : button('captions-default-button', words.makeDefault, () => captions.makeDefault(language))}
      ${button('captions-remove-button', words.remove, () => captions.remove(language))}
    </div>
  </li>`;
}

function renderDraft(view: CaptionsView, draft: CaptionDraft, isSending: boolean): TemplateResult {
  const { words, locale, state, captions, refocus } = view;
  const { name, language, count, unread } = draft;
  const says = [
    pluralize(words.lines, count, locale),
    ...(unread > 0 ? [pluralize(words.unread, unread, locale)] : []),
  ].join(' · ');
  const isReplacing = state.given.some((one) => one.language === language);
  const choose = (event: Event) => captions.setLanguage((event.target as HTMLSelectElement).value);
  const send = async () => {
    await captions.send();
    refocus(captions.store.state.work.status === 'read' ? 'captions-send-button' : 'captions-add-button');
  };
  const discard = () => {
    captions.discard();
    refocus('captions-add-button');
  };
  return html`<div class="caption" part="caption">
    <div class="texts">
      <p class="caption-name"><bdi>${name}</bdi></p>
      <p class="detail">${says}</p>
    </div>
    <label class="caption-language"
      ><span class="detail">${words.language}</span>
      <select part="captions-language" ?disabled=${isSending} @change=${choose}>
        ${offerLanguages(locale, [language, ...likelyLanguages(locale)]).map(
          ({ tag, name: said }) =>
            html`<option value=${tag} ?selected=${tag === language} .selected=${tag === language}>
              ${said}
            </option>`,
        )}
      </select>
    </label>
    <div class="actions">
      <button
        class="button primary"
        part="captions-send-button"
        type="button"
        ?disabled=${isSending}
        @click=${send}
      >
        ${isReplacing ? words.replace : words.send}
      </button>
      <button
        class="button"
        part="captions-cancel-button"
        type="button"
        ?disabled=${isSending}
        @click=${discard}
      >
        ${words.cancel}
      </button>
    </div>
  </div>`;
}

/** The last result, or the present action. */
function report({ state, words, locale }: CaptionsView): string {
  const { work, problem, news } = state;
  if (problem) return words[problem];
  if (work.status === 'reading' || work.status === 'sending') return words[work.status];
  return news
    ? words[news.what].replace('{language}', () => nameOf(news.language, locale) ?? news.language)
    : '';
}

function likelyLanguages(locale: string): readonly string[] {
  return [locale, ...navigator.languages];
}

/** The uploader's own `input` says that its value has changed. */
function stop(event: Event): void {
  event.stopPropagation();
}
