/** Milliseconds that a measure takes: shorter ones tell more of the sockets' buffers than of the line. */
const WINDOW = 2_500;
/** Measures before an experiment: fewer lanes cost time where each has a speed of its own. */
const CALM = 8;
/** What more lanes must bring to be worth it, and what fewer may cost. */
const WORTH = 1.08;
const FREE = 0.95;
/** Seconds that one part should take. */
const SECONDS = 1.5;
/** By how much parts grow with each that is stored, after a failure has halved them. */
const RECOVERY = 1.03;

/** Bytes of the first part that tell how fast the line is: half of what the service takes as a part. */
const SAMPLE = 2.5 * 2 ** 20;
/** Seconds in which every lane should move as much, for there to be so many. */
const SOON = 4;

/**
 * How much to send at once: how many parts, and how large.
 *
 * It begins with one part. As soon as that shows a fast line, there may be as many as the line can take; a slow line
 * keeps the one. Long uploads try out, again and again, whether fewer cost nothing, or more bring anything. Failures
 * make it careful.
 */
export class Pace {
  /** How many parts may be on their way. */
  lanes = 1;
  /** The share of the best size that parts may have: failures make them smaller. */
  care = 1;
  /** Bytes a second of one lane, as it was measured last. */
  laneSpeed: number | undefined;
  /** What was before the present experiment. */
  #before: { lanes: number; rate: number } | undefined;
  #isOpen = false;
  #calm = 0;
  #goesUp = false;
  #bytes = 0;
  #since: number | undefined;

  /** Bytes that the next part should have, as far as can be told. */
  get partSize(): number {
    return (this.laneSpeed ?? 0) * SECONDS;
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

  /**
   * So much of a part has left `ms` after it was begun, where parts have at least `smallest` bytes and `most` lanes may
   * be open. Only the very first says anything: later ones share the line with others.
   */
  see(left: number, ms: number, smallest: number, most: number): void {
    if (this.laneSpeed === undefined && left >= Math.min(SAMPLE, smallest / 2)) {
      this.#open(left, ms, smallest, most);
    }
  }

  /** A part of so many bytes was stored after `ms`. */
  succeed(bytes: number, ms: number, smallest: number, most: number): void {
    this.care = Math.min(1, this.care * RECOVERY);
    const speed = speedOf(bytes, ms);
    this.laneSpeed = this.laneSpeed === undefined ? speed : (this.laneSpeed + speed) / 2;
    this.#open(bytes, ms, smallest, most);
  }

  #open(bytes: number, ms: number, smallest: number, most: number): void {
    if (this.#isOpen || most === 1) return;
    this.#isOpen = true;
    const enough = Math.min(SAMPLE, smallest / 2) / SOON;
    this.lanes = Math.max(1, Math.min(Math.floor(speedOf(bytes, ms) / enough), most));
    this.#goesUp = this.lanes < most;
    this.#calm = this.#goesUp ? 0 : CALM;
    this.rest();
  }

  /** A try came to nothing. */
  fail(): void {
    // What was silence says nothing of the line's speed.
    this.rest();
    this.care = Math.max(1 / 8, this.care / 2);
  }

  /** Nothing gets through, or the server asks for less: from one lane on again. */
  slow(): void {
    this.lanes = 1;
    this.#isOpen = false;
    this.#before = undefined;
  }

  /** What follows a rest is measured by itself. */
  rest(): void {
    this.#since = undefined;
  }

  #judge(rate: number, most: number): void {
    const before = this.#before;
    this.#before = undefined;
    if (before && rate < before.rate * (this.lanes > before.lanes ? WORTH : FREE)) {
      this.lanes = before.lanes;
      this.#calm = CALM;
      this.#goesUp = !this.#goesUp;
      return;
    }
    if (this.#calm-- > 0) return;
    this.#goesUp = this.lanes === 1 || (this.#goesUp && this.lanes < most);
    const next = this.#goesUp ? Math.min(this.lanes * 2, most) : Math.ceil(this.lanes / 2);
    if (next === this.lanes) return;
    this.#before = { lanes: this.lanes, rate };
    this.lanes = next;
  }
}

function speedOf(bytes: number, ms: number): number {
  return (bytes / Math.max(ms, 1)) * 1000;
}
