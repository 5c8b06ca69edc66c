import assert from 'node:assert/strict';

/** A reader of this many times the characters takes as many times as long; a quadratic one takes the square of it. */
const TIMES = 4;
/** Between the two: 4 and 16. */
const MOST = 9;
/** Milliseconds of the processor: whatever takes less is not judged, since the clock's own steps are as large. */
const LEAST_MS = 25;

/**
 * Asserts that a reader's work grows with the size of its text and not with the square of it. Only the ratio of two sizes
 * is judged, in time of this process's own, and the best of several runs: a slow or busy machine changes neither.
 */
export function growsLinearly(read: (text: string) => void, textOf: (size: number) => string, size: number) {
  const [small, large] = [textOf(size / TIMES), textOf(size)];
  let ratio = Infinity;
  for (let tries = 0; tries < 3 && ratio > MOST; tries++) {
    const largeMs = bestOf(() => read(large));
    ratio =
      largeMs < LEAST_MS
        ? 0
        : largeMs /
          Math.max(
            bestOf(() => read(small)),
            0.1,
          );
  }
  assert.ok(ratio <= MOST, `${TIMES} times the characters took ${ratio.toFixed(1)} times as long`);
}

function bestOf(work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
