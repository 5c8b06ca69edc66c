import { isUnfinished, type QueueItem } from '../../../../upload/index.ts';

/** What has become of a file: it failed, bytes of it are still to be sent, or all are stored. */
export type Outcome = 'failed' | 'unfinished' | 'done';

/** The files that are shown: all but those that were cleared away, or those of one outcome. */
export type Shown = Outcome | 'all';

/** From this number of files on, there is something to choose from. */
const MIN_ROWS = 20;

/** How many files there are of each kind. */
export type Counts = Readonly<Record<Shown, number>>;

/** Narrows the list to the files that a person wants to see. No choice here changes what is sent or submitted. */
export class RowFilter {
  #shown: Shown = 'all';
  readonly #cleared = new Set<number>();

  get shown(): Shown {
    return this.#shown;
  }

  show(shown: Shown): void {
    this.#shown = shown;
  }

  /** True for a list in which a person looks for something, or where something was cleared away. */
  isUseful(counts: Counts, length: number): boolean {
    const kinds = OUTCOMES.filter((outcome) => counts[outcome] > 0).length;
    return (length >= MIN_ROWS && kinds > 1) || counts.all < length || this.#shown !== 'all';
  }

  /** Takes finished files out of the list. They stay what they are, and are shown with the finished ones. */
  clearDone(items: readonly QueueItem[]): void {
    for (const item of items) if (this.#isClearable(item)) this.#cleared.add(item.id);
  }

  /** True where several rows can be taken out, or one more after others. */
  canClear(items: readonly QueueItem[]): boolean {
    const { length } = items.filter((item) => this.#isClearable(item));
    return length > (this.#cleared.size > 0 ? 0 : 1);
  }

  count(items: readonly QueueItem[]): Counts {
    const counts = { all: 0, failed: 0, unfinished: 0, done: 0 };
    for (const item of items) {
      counts[outcomeOf(item)]++;
      if (!this.#cleared.has(item.id)) counts.all++;
    }
    return counts;
  }

  /** The files to show. Of an outcome that no file has any more, all are: the last failed one goes on, say. */
  take(items: readonly QueueItem[]): readonly QueueItem[] {
    if (this.#shown !== 'all') {
      const chosen = items.filter((item) => outcomeOf(item) === this.#shown);
      if (chosen.length > 0) return chosen;
      this.#shown = 'all';
    }
    return this.#cleared.size === 0 ? items : items.filter(({ id }) => !this.#cleared.has(id));
  }

  /** True for a file with which nothing more happens, and that is in view. */
  #isClearable({ id, state: { status } }: QueueItem): boolean {
    return (status === 'stored' || status === 'playable') && !this.#cleared.has(id);
  }
}

const OUTCOMES: readonly Outcome[] = ['failed', 'unfinished', 'done'];

/** What the choice offers, the most urgent first. */
export const SHOWN: readonly Shown[] = ['all', ...OUTCOMES];

function outcomeOf({ state: { status } }: QueueItem): Outcome {
  if (status === 'failed') return 'failed';
  return isUnfinished(status) || status === 'idle' || status === 'duplicate' ? 'unfinished' : 'done';
}
