import type { ReactiveController } from 'lit';
import { nextTurn } from '../../../../core/async/next-turn.ts';
import type { QueueItem } from '../../../../upload/index.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';

/** Up to this number, every file has its row, and the browser's search finds it. */
const MOST_ROWS = 60;

/** New rows of one turn: hundreds at once would hold up the page for longer than a person's click may wait. */
const ROWS_A_TURN = 20;

/** Rows are made for as many heights of the page's window above and below it. */
const AHEAD = 0.75;

/** They are made again when there are fewer than for this. */
const NEAR = 0.25;

/** A row's height before one was seen. */
const USUAL_PX = 85;

/** A row, or the room of rows that are left out. */
export type ListPiece =
  | { readonly kind: 'row'; readonly item: QueueItem; readonly place: number }
  | { readonly kind: 'gap'; readonly key: string; readonly height: number };

/** The first row and the one after the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A list whose rows are followed. */
interface Watch {
  readonly list: Element;
  readonly ended: AbortController;
  /** Sees a gap come into view, whatever has moved it. */
  readonly gaps: IntersectionObserver;
}

/**
 * Chooses the files that have rows. A few have one each, made some at a time. Of more, those do that are in view or near
 * it, the row that has the focus with its neighbours, and each in which the person has typed or opened something.
 */
export class RowWindow implements ReactiveController {
  readonly #host: UploaderHost;
  readonly #onMove: () => void;
  #items: readonly QueueItem[] = [];
  /** Of few files, those that have rows. */
  #made: ReadonlySet<number> = new Set();
  #isWaiting = false;
  #isPrinting = false;
  #range: Range = { from: 0, to: ROWS_A_TURN };
  readonly #heights = new Map<number, number>();
  /** The height of rows that were never seen. */
  #usual = USUAL_PX;
  /** Rows in which a person has typed or chosen something. */
  readonly #touched = new Set<number>();
  /** Rows in which something is open. */
  readonly #open = new Set<number>();
  #frame: number | undefined;
  #watched: Watch | undefined;

  /** `onMove` is called when other rows are to be made. */
  constructor(host: UploaderHost, onMove: () => void) {
    this.#host = host;
    this.#onMove = onMove;
    host.addController(this);
  }

  /** True while there are more files than rows. */
  get isPartial(): boolean {
    return this.#isLong && !this.#isPrinting;
  }

  get #isLong(): boolean {
    return this.#items.length > MOST_ROWS;
  }

  /** The list as it is to be drawn now. */
  take(items: readonly QueueItem[]): readonly ListPiece[] {
    this.#items = items;
    if (!this.isPartial) return this.#takeSome(items);
    const { from, to } = this.#clampedRange();
    const focused = this.#focusedPlace();
    const pieces: ListPiece[] = [];
    let gaps = 0;
    let gap = 0;
    const endGap = () => {
      if (gap > 0) pieces.push({ kind: 'gap', key: `gap ${String(gaps++)}`, height: gap });
      gap = 0;
    };
    for (const [place, item] of items.entries()) {
      const isNear = place >= from && place < to;
      if (!isNear && Math.abs(place - focused) > 1 && !this.#isUsed(item)) {
        gap += this.#heightOf(item);
        continue;
      }
      endGap();
      pieces.push({ kind: 'row', item, place });
    }
    endGap();
    return pieces;
  }

  hostUpdated(): void {
    const list = this.#isLong ? this.#list : null;
    if (this.#watched?.list !== list) {
      this.#watched?.ended.abort();
      this.#watched = list ? this.#watch(list) : undefined;
    }
    if (!list) return;
    for (const gap of list.querySelectorAll(':scope > .gap')) this.#watched?.gaps.observe(gap);
    this.#lookSoon();
  }

  hostConnected(): void {
    this.#onMove();
  }

  hostDisconnected(): void {
    this.#watched?.ended.abort();
    this.#watched = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  /** Of few files: those that have rows, and the next ones. */
  #takeSome(items: readonly QueueItem[]): readonly ListPiece[] {
    let room = this.#isPrinting ? Infinity : ROWS_A_TURN;
    const pieces = items.flatMap((item, place) =>
      this.#made.has(item.id) || room-- > 0 ? [{ kind: 'row', item, place } as const] : [],
    );
    this.#made = new Set(pieces.map(({ item }) => item.id));
    if (pieces.length < items.length) void this.#waitForTurn();
    return pieces;
  }

  async #waitForTurn(): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    await nextTurn();
    this.#isWaiting = false;
    this.#onMove();
  }

  get #list(): Element | null {
    return this.#host.shadowRoot?.querySelector('.list > ul') ?? null;
  }

  /** Files may have gone since the rows were looked at. */
  #clampedRange(): Range {
    const { from, to } = this.#range;
    const { length } = this.#items;
    return from < length ? { from, to } : { from: length - ROWS_A_TURN, to: length };
  }

  #focusedPlace(): number {
    const row = this.#host.shadowRoot?.activeElement?.closest('li');
    const id = row ? idOf(row) : undefined;
    return id === undefined ? -Infinity : this.#items.findIndex((item) => item.id === id);
  }

  #heightOf({ id }: QueueItem): number {
    return this.#heights.get(id) ?? this.#usual;
  }

  /** True for a row that would lose what a person has done in it. */
  #isUsed({ id }: QueueItem): boolean {
    return this.#touched.has(id) || this.#open.has(id);
  }

  /** Follows what moves the rows. The page's scrolling is known before its frame is drawn; of anything else, a gap in view tells. */
  #watch(list: Element): Watch {
    const ended = new AbortController();
    const { signal } = ended;
    const look = this.#lookSoon;
    addEventListener('scroll', look, { signal, capture: true, passive: true });
    addEventListener('resize', look, { signal });
    addEventListener('beforeprint', () => this.#print(true), { signal });
    addEventListener('afterprint', () => this.#print(false), { signal });
    for (const type of ['input', 'change'])
      list.addEventListener(type, ({ target }) => this.#touch(target), { signal });
    const sizes = new ResizeObserver(look);
    sizes.observe(list);
    const gaps = new IntersectionObserver(look);
    const disconnect = () => [sizes, gaps].forEach((observer) => observer.disconnect());
    signal.addEventListener('abort', disconnect, { once: true });
    return { list, ended, gaps };
  }

  /** All rows are on paper. */
  #print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.#onMove();
  }

  #touch(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest('li') : null;
    const id = row ? idOf(row) : undefined;
    if (id !== undefined) this.#touched.add(id);
  }

  /** Before the next frame is drawn: so what a person scrolls to is there in it. */
  readonly #lookSoon = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#look();
    });
  };

  #look(): void {
    const list = this.#list;
    if (!list || !this.isPartial) return;
    for (const row of list.children) this.#measure(row);
    this.#usual = middleOf([...this.#heights.values()]) ?? USUAL_PX;
    const { top } = list.getBoundingClientRect();
    const needed = this.#rangeAt(top, NEAR);
    if (needed.from >= this.#range.from && needed.to <= this.#range.to) return;
    this.#range = this.#rangeAt(top, AHEAD);
    this.#onMove();
  }

  #measure(row: Element): void {
    const id = idOf(row);
    if (id === undefined) return;
    this.#heights.set(id, row.getBoundingClientRect().height);
    if (row.querySelector('details[open]')) this.#open.add(id);
    else this.#open.delete(id);
  }

  /** The rows in view of a list that begins so many pixels below the window's upper edge, and `ahead` of it. */
  #rangeAt(top: number, ahead: number): Range {
    const room = window.innerHeight * ahead;
    let y = top;
    let from = 0;
    let to = 0;
    for (const [place, item] of this.#items.entries()) {
      const end = y + this.#heightOf(item);
      if (end < -room) from = place + 1;
      if (y < window.innerHeight + room) to = place + 1;
      y = end;
    }
    return { from, to };
  }
}

function idOf(row: Element): number | undefined {
  const { row: id } = row instanceof HTMLElement ? row.dataset : {};
  return id === undefined ? undefined : Number(id);
}

function middleOf(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
