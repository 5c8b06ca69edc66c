import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isRefused, type QueueItem, type QueueState } from '../../../upload/index.ts';
import { numberFormat } from '../../../locales/format/number-format.ts';
import { formatPercent } from '../../words/format-quantity.ts';
import {
  describeDuplicates,
  describeTotal,
  isDuplicate,
  isRetried,
  noticeOf,
  share,
  toText,
  type Language,
} from '../row/describe-state.ts';
import { renderPhrases } from '../row/render-phrases.ts';
import { fillBar, renderMore, textButton, type RowActions } from '../row/render-row.ts';
import { SHOWN, type Counts, type Shown } from './shown/row-filter.ts';

/** The choice of the files that are shown. */
export interface FilterView {
  readonly shown: Shown;
  /** Nothing while there are too few files to choose from. */
  readonly counts: Counts | undefined;
  readonly show: (shown: Shown) => void;
  /** True where rows can be hidden. */
  readonly canClear: boolean;
  readonly clearDone: () => void;
}

/** The content of the line below the rows. */
export interface FootView extends Language {
  state: QueueState;
  notice: string | undefined;
  /** Said while nothing more is taken. */
  limit: string | undefined;
  /** The effect of the next files: they are added, or replace all of these. */
  next: 'add' | 'another';
  filter: FilterView;
  actions: RowActions;
}

/** The line below the rows: how far all files are, and what is to be done about many of them. It stays in view. */
export function renderFoot(list: FootView): TemplateResult {
  const { state, words, actions, notice, limit, next } = list;
  const moves = state.status === 'running' || state.status === 'paused';
  const duplicates = state.items.filter(isDuplicate).length;
  const fleeting = state.items.some((item) => noticeOf(item.state) === 'fleeting');
  return html`
    <div class="foot" part="foot">
      <p class="detail" part="total">
        ${state.items.length > 1 ? renderPhrases(describeTotal(state, list)) : nothing}
        ${duplicates > 1 ? html`<span part="notice">${describeDuplicates(duplicates, list)}</span>` : nothing}
        ${notice ? html`<span class="problem">${notice}</span>` : limit && html`<span>${limit}</span>`}
        ${fleeting ? html`<span part="notice">${words.fleeting}</span>` : nothing}
      </p>
      <div class="actions">
        ${renderFilter(list)} ${renderMending(list)}
        ${moves && state.items.length > 1 ? renderAll(list) : nothing} ${renderMore(words[next], actions)}
      </div>
      ${moves && state.items.length > 1 ? renderTotalBar(list) : nothing}
    </div>
  `;
}

/** What many failed, refused or repeated files have in common to do. */
function renderMending({ state, words, actions, filter }: FootView): TemplateResult | typeof nothing {
  const isMany = (which: (item: QueueItem) => boolean) => state.items.filter(which).length > 1;
  const areDuplicates = isMany(isDuplicate);
  return html`${areDuplicates ? textButton('again-all-button', words.uploadAllAgain, () => actions.uploadAgain(), actions.isFixed) : nothing}
  ${areDuplicates ? textButton('leave-out-all-button', words.leaveAllOut, actions.leaveOutAll, actions.isFixed) : nothing}
  ${isMany(isRetried) ? textButton('retry-all-button', words.retryAll, actions.retryAll, actions.isFixed) : nothing}
  ${isMany(isRefused) ? textButton('remove-refused-button', words.removeRefused, actions.removeRefused, actions.isFixed) : nothing}
  ${filter.canClear ? textButton('clear-done-button', words.clearDone, filter.clearDone) : nothing}`;
}

/** Narrows the list to what has become of its files, where there are many. */
function renderFilter({ words, locale, filter }: FootView): TemplateResult | typeof nothing {
  const { counts, shown, show } = filter;
  if (!counts) return nothing;
  const number = numberFormat(locale);
  const choices = SHOWN.filter((kind) => kind === 'all' || kind === shown || counts[kind] > 0);
  const change = ({ currentTarget }: Event) => show((currentTarget as HTMLSelectElement).value as Shown);
  return html`<select
    class="button filter"
    part="filter"
    aria-label=${words.filter}
    .value=${live(shown)}
    @change=${change}
    @input=${keepInside}
  >
    ${choices.map(
      (kind) =>
        html`<option value=${kind} ?selected=${kind === shown}>
          ${words[WORD_BY_KIND[kind]].replace('{count}', number.format(counts[kind]))}
        </option>`,
    )}
  </select>`;
}

/** The element's own `input` says that its value has changed. */
const keepInside = (event: Event): void => event.stopPropagation();

const WORD_BY_KIND = {
  all: 'showAll',
  failed: 'showFailed',
  unfinished: 'showUnfinished',
  done: 'showDone',
} as const;

function renderAll({ state, words, actions }: FootView): TemplateResult {
  return state.status === 'paused'
    ? textButton('pause-all-button', words.resumeAll, () => actions.resume())
    : textButton('pause-all-button', words.pauseAll, () => actions.pause());
}

function renderTotalBar(list: FootView): TemplateResult {
  const { state, words, locale } = list;
  const part = share(state);
  return html`<div
    class="bar total"
    part="total-progress"
    role="progressbar"
    aria-label=${words.total}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.floor(part * 100)}
    aria-valuetext=${`${formatPercent(part, locale)}, ${toText(describeTotal(state, list))}`}
  >
    <div class="fill" part="progress-fill" ${fillBar(part)}></div>
  </div>`;
}
