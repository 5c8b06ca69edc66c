import assert from 'node:assert/strict';

/** Milliseconds: a reader with anything quadratic in it takes seconds. */
const MOST_MS = 1_000;

/** Reads within a second, or does so again: a busy machine has its pauses. */
export function inTime(read: () => void): void {
  let ms = Infinity;
  for (let time = 0; time < 3 && ms > MOST_MS; time++) {
    const begun = performance.now();
    read();
    ms = Math.min(ms, performance.now() - begun);
  }
  assert.ok(ms <= MOST_MS, `${Math.round(ms)} ms`);
}
