import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { QueueItem } from '../../../upload/index.ts';
import { secondsUntil } from '../row/describe-state.ts';
import type { AuthorRow } from '../author/author-area.ts';
import type { ListPiece } from './shown/row-window.ts';
import { renderRow, type RowActions } from '../row/render-row.ts';
import { renderFoot, type FootView } from './render-foot.ts';

/** The content of the list. */
export interface ListView extends FootView {
  /** The files of the state and, between them, the removed ones, as far as they have rows. */
  pieces: readonly ListPiece[];
  /** How many rows there are, where not all of them are made. */
  rowCount: number | undefined;
  poster: (id: number) => HTMLCanvasElement | undefined;
  /** What the author does with a film beside its upload. */
  author: (item: QueueItem) => AuthorRow;
  /** Offers to bring back a file that was taken out. */
  removed: (id: number) => TemplateResult | undefined;
  /** The ids of the first and the last file of the list as it is shown. */
  ends: readonly [first: number | undefined, last: number | undefined];
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
  const { poster, words, rules, actions } = list;
  const { id, name } = item;
  const author = list.author(item);
  const [first, last] = list.ends;
  const place = { isFirst: id === first, isLast: id === last };
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
