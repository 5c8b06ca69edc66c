/** Milliseconds that a measure takes. */
const WINDOW = 350;
/** Measures between two experiments, once the best is found. */
const CALM = 12;
/** What another lane must bring to be worth it, and what one less may cost. */
const WORTH = 1.08;
const FREE = 0.96;
/** Seconds that one part should take. */
const SECONDS = 1;

/**
 * How much to send at once: how many parts, and how large. It begins with one, adds while that makes the whole
 * faster, and goes back when it does not; failures make it careful.
 */
export class Pace {
  /** How many parts may be on their way. */
  lanes = 1;
  #rate: number | undefined;
  /** What was before the present experiment. */
  #before: { lanes: number; rate: number } | undefined;
  #calm = 0;
  #goesUp = true;
  #bytes = 0;
  #since: number | undefined;
  #care = 1;

  /** Bytes that the next part should have, as far as can be told. */
  get partSize(): number {
    return ((this.#rate ?? 0) / this.lanes) * SECONDS * this.#care;
  }

  /** Bytes a second of one lane. */
  get laneSpeed(): number | undefined {
    return this.#rate && this.#rate / this.lanes;
  }

  /** Counts bytes that have left up to `now`, while as many lanes were in use as there may be, at `most` lanes. */
  add(bytes: number, now: number, inUse: number, most: number): void {
    if (this.#since === undefined || inUse < Math.min(this.lanes, most)) {
      this.#since = now;
      this.#bytes = 0;
      return;
    }
    this.#bytes += bytes;
    const span = now - this.#since;
    if (span < WINDOW || this.#bytes === 0) return;
    this.#judge((this.#bytes / span) * 1000, most);
    this.#bytes = 0;
    this.#since = now;
  }

  /** A part is stored. */
  succeed(): void {
    this.#care = Math.min(1, this.#care * 1.2);
  }

  /** A try came to nothing. */
  fail(): void {
    // What was silence says nothing of the line's speed.
    this.rest();
    this.#care = Math.max(1 / 8, this.#care / 2);
  }

  /** Nothing gets through, or the server asks for less: from one lane on again. */
  slow(): void {
    this.lanes = 1;
    this.#before = undefined;
    this.#calm = 2;
    this.#goesUp = true;
  }

  /** What follows a rest is measured by itself. */
  rest(): void {
    this.#since = undefined;
  }

  #judge(rate: number, most: number): void {
    const before = this.#before;
    this.#before = undefined;
    this.#rate = rate;
    if (before && rate < before.rate * (this.lanes > before.lanes ? WORTH : FREE)) {
      this.lanes = before.lanes;
      this.#calm = CALM;
      this.#goesUp = !this.#goesUp;
      return;
    }
    if (this.#calm-- > 0) return;
    this.#try(rate, most);
  }

  #try(rate: number, most: number): void {
    const { lanes } = this;
    if (lanes >= most) this.#goesUp = false;
    else if (lanes === 1) this.#goesUp = true;
    const next = this.#goesUp ? Math.min(lanes * 2, most) : lanes - 1;
    if (next === lanes || next < 1) return;
    this.#before = { lanes, rate };
    this.lanes = next;
    if (!this.#goesUp) this.#calm = CALM;
  }
}
