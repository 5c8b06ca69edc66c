import { nextTurn } from '../../../core/async/next-turn.ts';
import type { QueueItem } from '../../../upload/queue/queue-state.ts';

/** New rows of one turn: hundreds at once would hold up the page for longer than a person's click may wait. */
const ROWS_A_TURN = 20;

/** Has the rows of hundreds of files made some at a time, in one turn after the other. */
export class RowSlices {
  readonly #onTurn: () => void;
  /** The files that have rows. */
  #made: ReadonlySet<number> = new Set();
  #isWaiting = false;

  constructor(onTurn: () => void) {
    this.#onTurn = onTurn;
  }

  /** The files to draw now: those that have rows, and the next ones. */
  take(items: readonly QueueItem[]): readonly QueueItem[] {
    let room = ROWS_A_TURN;
    const taken = items.filter(({ id }) => this.#made.has(id) || room-- > 0);
    this.#made = new Set(taken.map(({ id }) => id));
    if (taken.length < items.length) void this.#wait();
    return taken;
  }

  async #wait(): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    await nextTurn();
    this.#isWaiting = false;
    this.#onTurn();
  }
}
