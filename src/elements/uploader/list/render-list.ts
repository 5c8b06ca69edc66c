import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { isRefused, type QueueItem, type QueueState } from '../../../upload/index.ts';
import { formatPercent } from '../../words/format-quantity.ts';
import {
  describeTotal,
  isRetried,
  noticeOf,
  secondsUntil,
  share,
  toText,
  type Language,
} from '../row/describe-state.ts';
import type { AuthorRow } from '../author/author-area.ts';
import { renderPhrases } from '../row/render-phrases.ts';
import type { ListPiece } from './row-window.ts';
import { fillBar, renderMore, renderRow, textButton, type RowActions } from '../row/render-row.ts';

/** The content of the list. */
export interface ListView extends Language {
  state: QueueState;
  /** The files of the state and, between them, the removed ones, as far as they have rows. */
  pieces: readonly ListPiece[];
  /** How many rows there are, where not all of them are made. */
  rowCount: number | undefined;
  poster: (id: number) => HTMLCanvasElement | undefined;
  /** What the author does with a film beside its upload. */
  author: (item: QueueItem) => AuthorRow;
  notice: string | undefined;
  /** Offers to bring back a file that was taken out. */
  removed: (id: number) => TemplateResult | undefined;
  /** Said while nothing more is taken. */
  limit: string | undefined;
  /** The effect of the next files: they are added, or replace all of these. */
  next: 'add' | 'another';
  actions: RowActions;
}

/** Several uploads: a row each, and a line for all of them. */
export function renderList(list: ListView): TemplateResult {
  const isPartial = list.rowCount !== undefined;
  return html`
    <div class="list" part="list">
      <ul role="list" class=${isPartial ? 'partial' : ''}>
        ${repeat(
          list.pieces,
          (piece) => (piece.kind === 'row' ? piece.item.id : piece.key),
          (piece) =>
            piece.kind === 'row'
              ? renderItem(list, piece.item, piece.place)
              : html`<li class="gap" role="none" ${holdOpen(piece.height)}></li>`,
        )}
      </ul>
      ${renderFoot(list)}
    </div>
  `;
}

function renderItem(list: ListView, item: QueueItem, place: number): TemplateResult {
  const { id } = item;
  const { rowCount = nothing, actions } = list;
  return html`<li
    data-row=${id}
    aria-setsize=${rowCount}
    aria-posinset=${rowCount === nothing ? nothing : place + 1}
    @keydown=${moveBy(id, actions)}
  >
    ${list.removed(id) ?? renderOne(list, item)}
  </li>`;
}

function renderOne(list: ListView, item: QueueItem): unknown {
  const { state, poster, words, rules, actions } = list;
  const { id, name } = item;
  const author = list.author(item);
  const place = { isFirst: id === state.items[0]?.id, isLast: id === state.items.at(-1)?.id };
  // Only the rows that have changed are looked at again.
  return guard(
    [
      ...[item.state, name, place.isFirst, place.isLast, poster(id), words],
      ...[actions.isFixed, rules?.maxSize, author.button, author.area, secondsUntil(item.state)],
    ],
    () => renderRow({ ...list, item, place, poster: poster(id), author }),
  );
}

/** Keeps the room of rows that are left out. */
class HoldOpenDirective extends Directive {
  render(height: number): number {
    return height;
  }

  // Through CSSOM: a strict policy refuses a style attribute.
  override update(part: ElementPart, [height]: [number]): void {
    (part.element as HTMLElement).style.blockSize = `${String(height)}px`;
  }
}

const holdOpen: (height: number) => DirectiveResult = directive(HoldOpenDirective);

/** Alt with an arrow moves the row that has the focus. */
const moveBy =
  (id: number, actions: RowActions) =>
  (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || actions.isFixed || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    actions.move(id, step);
  };

function renderFoot(list: ListView): TemplateResult {
  const { state, words, actions, notice, limit, next } = list;
  const moves = state.status === 'running' || state.status === 'paused';
  const fleeting = state.items.some((item) => noticeOf(item.state) === 'fleeting');
  return html`
    <div class="foot" part="foot">
      <p class="detail" part="total">
        ${state.items.length > 1 ? renderPhrases(describeTotal(state, list)) : nothing}
        ${notice ? html`<span class="problem">${notice}</span>` : limit && html`<span>${limit}</span>`}
        ${fleeting ? html`<span part="notice">${words.fleeting}</span>` : nothing}
      </p>
      <div class="actions">
        ${renderMending(list)} ${moves && state.items.length > 1 ? renderAll(list) : nothing}
        ${renderMore(words[next], actions)}
      </div>
      ${moves && state.items.length > 1 ? renderTotalBar(list) : nothing}
    </div>
  `;
}

/** What many failed or refused files have in common to do. */
function renderMending({ state, words, actions }: ListView): TemplateResult | typeof nothing {
  const isMany = (which: (item: QueueItem) => boolean) => state.items.filter(which).length > 1;
  return html`${isMany(isRetried) ? textButton('retry-all-button', words.retryAll, actions.retryAll, actions.isFixed) : nothing}
  ${isMany(isRefused) ? textButton('remove-refused-button', words.removeRefused, actions.removeRefused, actions.isFixed) : nothing}`;
}

function renderAll({ state, words, actions }: ListView): TemplateResult {
  return state.status === 'paused'
    ? textButton('pause-all-button', words.resumeAll, () => actions.resume())
    : textButton('pause-all-button', words.pauseAll, () => actions.pause());
}

function renderTotalBar(list: ListView): TemplateResult {
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
