type Range = [from: number, to: number];

/**
 * Seconds: ranges that come so near to each other were watched without a break. Positions are samples, and the clock of
 * media jumps as they resume.
 */
const JOIN_SECONDS = 0.075;
/** The ranges of a viewer who scrubs for an hour must fit in a delivery. */
const MAX_RANGES = 200;

/** The parts of the media that were played, whatever the order. */
export class WatchedRanges {
  #ranges: Range[] = [];

  /** The merged ranges in the order of the media, in seconds. */
  get list(): readonly (readonly [from: number, to: number])[] {
    return this.#ranges.map(([from, to]) => [toMillis(from), toMillis(to)]);
  }

  /** Adds a part that was played. Beyond a bound, the shortest parts are forgotten. */
  add(from: number, to: number): void {
    let joined: Range = [from, to];
    const others = this.#ranges.filter((range) => {
      const isApart = range[0] > joined[1] + JOIN_SECONDS || range[1] < joined[0] - JOIN_SECONDS;
      if (!isApart) joined = [Math.min(range[0], joined[0]), Math.max(range[1], joined[1])];
      return isApart;
    });
    if (others.length >= MAX_RANGES) {
      const lengths = others.map(([begin, end]) => end - begin);
      others.splice(lengths.indexOf(Math.min(...lengths)), 1);
    }
    this.#ranges = [...others, joined].sort((a, b) => a[0] - b[0]);
  }
}

function toMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
