import { nextTurn } from './next-turn.ts';

/** Work that can be left and taken up again: it yields where others may have their turn. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** Half of a frame: a page that scrolls or types beside the work keeps its rhythm. */
const SLICE_MS = 8;

/** Does all of the work at once, for programs without a user interface. */
export function finish<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices of a few milliseconds; between two of them the page gets its turn. */
export async function runInSlices<Result>(
  work: Slices<Result>,
  signal?: AbortSignal,
  giveWay: () => Promise<unknown> = nextTurn,
): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await giveWay();
    signal?.throwIfAborted();
  }
}
