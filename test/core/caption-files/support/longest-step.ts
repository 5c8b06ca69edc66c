import type { Slices } from '../../../../src/core/async/slices.ts';

/**
 * Milliseconds of the longest step of some work. The work is done several times and the best of each step counts: what other
 * programs take from this one, they take at another step each time.
 */
export function longestStep(begin: () => Slices<unknown>, times = 3): number {
  let best: Float64Array | undefined;
  for (let time = 0; time < times; time++) {
    const steps = durationsOf(begin());
    best = best?.map((ms, step) => Math.min(ms, steps[step] ?? 0)) ?? steps;
  }
  return best?.reduce((longest, ms) => Math.max(longest, ms), 0) ?? 0;
}

function durationsOf(work: Slices<unknown>): Float64Array {
  const steps: number[] = [];
  for (let isDone: boolean | undefined = false; !isDone;) {
    const begun = performance.now();
    isDone = work.next().done;
    steps.push(performance.now() - begun);
  }
  return Float64Array.from(steps);
}
