/**
 * How long starts took: exactly below a second, in steps of 10 ms below a minute, and of a second above. So a million of
 * them take no more memory than a few thousand.
 */
export class StartupTimes {
  readonly #counts = new Map<number, number>();
  #count = 0;

  add(ms: number, count = 1): void {
    const step = ms < 1000 ? 1 : ms < 60_000 ? 10 : 1000;
    const time = Math.min(Math.round(ms / step) * step, 3_600_000);
    this.#counts.set(time, (this.#counts.get(time) ?? 0) + count);
    this.#count += count;
  }

  merge(other: StartupTimes): void {
    for (const [time, count] of other.#counts) this.add(time, count);
  }

  /** The time in which so large a share of them was over; undefined where there was none. */
  within(share: number): number | undefined {
    let left = Math.max(1, Math.ceil(this.#count * share));
    for (const [time, count] of [...this.#counts].sort(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return time;
    }
    return undefined;
  }
}
