import type { Part } from '../viewings/playback-history.ts';

/**
 * How often each moment of a video was played, in cells of equal length. A part costs the same however long it is: only its
 * edges are written.
 */
export class Timeline {
  readonly cellSeconds: number;
  readonly #most: number;
  /** What the number of whole cells changes by at each cell, and the shares of cells that are covered in part. */
  #steps = new Float64Array(0);
  #shares = new Float64Array(0);

  /** It grows up to `most` cells as parts need them. */
  constructor(cellSeconds: number, most: number) {
    this.cellSeconds = cellSeconds;
    this.#most = most;
  }

  add(parts: readonly Part[]): void {
    for (const [from, to] of parts) this.#addPart(from / this.cellSeconds, to / this.cellSeconds);
  }

  /** Adds all of another one with the same cells. */
  merge(other: Timeline): void {
    this.#grow(other.#steps.length);
    for (let cell = 0; cell < other.#steps.length; cell++) {
      this.#steps[cell] = (this.#steps[cell] ?? 0) + (other.#steps[cell] ?? 0);
      this.#shares[cell] = (this.#shares[cell] ?? 0) + (other.#shares[cell] ?? 0);
    }
  }

  /** How often each of so many places was played, on average over the place, in a video of that length. */
  places(count: number, seconds: number): number[] {
    const sums = this.#sumsUpTo();
    const played = (place: number) => {
      const cell = Math.min((place * seconds) / count / this.cellSeconds, sums.length - 1);
      const whole = Math.floor(cell);
      const before = sums[whole] ?? 0;
      return before + ((sums[whole + 1] ?? before) - before) * (cell - whole);
    };
    const cellsInPlace = seconds / count / this.cellSeconds;
    return Array.from({ length: count }, (_, place) =>
      // What is left of a difference of sums is no time.
      Math.max(0, Math.round(((played(place + 1) - played(place)) / cellsInPlace) * 1e9) / 1e9),
    );
  }

  #addPart(from: number, to: number): void {
    const [start, end] = [Math.max(0, from), Math.min(to, this.#most)];
    if (!(end > start)) return;
    const [first, last] = [Math.floor(start), Math.min(Math.floor(end), this.#most - 1)];
    this.#grow(last + 1);
    if (first === last) return this.#share(first, end - start);
    this.#share(first, first + 1 - start);
    this.#share(last, end - last);
    this.#steps[first + 1] = (this.#steps[first + 1] ?? 0) + 1;
    this.#steps[last] = (this.#steps[last] ?? 0) - 1;
  }

  #share(cell: number, share: number): void {
    this.#shares[cell] = (this.#shares[cell] ?? 0) + share;
  }

  /** The time played before each cell, in cells, and before the end. */
  #sumsUpTo(): Float64Array {
    const sums = new Float64Array(this.#steps.length + 1);
    let whole = 0;
    for (let cell = 0; cell < this.#steps.length; cell++) {
      whole += this.#steps[cell] ?? 0;
      sums[cell + 1] = (sums[cell] ?? 0) + whole + (this.#shares[cell] ?? 0);
    }
    return sums;
  }

  #grow(cells: number): void {
    if (cells <= this.#steps.length) return;
    const length = Math.min(this.#most, Math.max(cells, this.#steps.length * 2));
    const [steps, shares] = [new Float64Array(length), new Float64Array(length)];
    steps.set(this.#steps);
    shares.set(this.#shares);
    [this.#steps, this.#shares] = [steps, shares];
  }
}
