/**
 * Makes a list that fails as short as it can be and still fails: takes out runs of steps, long ones first, then tries
 * a smaller form of each step.
 */
export function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => boolean,
  smaller: (step: Step) => readonly Step[] = () => [],
): readonly Step[] {
  let best = steps;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.length;) {
      const rest = [...best.slice(0, from), ...best.slice(from + size)];
      if (fails(rest)) best = rest;
      else from += size;
    }
  }
  for (let index = 0; index < best.length;) {
    const step = best[index] as Step;
    const other = smaller(step)
      .map((one) => best.with(index, one))
      .find((list) => fails(list));
    if (other) best = other;
    else index++;
  }
  return best;
}
