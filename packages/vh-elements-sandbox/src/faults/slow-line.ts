import type { Clock } from '../common/clock.ts';

/** Which way bytes go: in with a request, or out with an answer. */
export type Way = 'in' | 'out';

/** Pieces as long as this pass at once, so that a body moves on evenly. */
const STEP_SECONDS = 0.1;

/** A line that carries so many bytes a second each way, however many requests share it. */
export class SlowLine {
  readonly bytesPerSecond: number;
  readonly #freeAt: Record<Way, number> = { in: 0, out: 0 };

  constructor(bytesPerSecond: number) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** The longest piece that goes over it in one step. */
  get step(): number {
    return Math.max(1, Math.round(this.bytesPerSecond * STEP_SECONDS));
  }

  /** Takes the next time of the line for so many bytes, and answers how long it is until they are through. */
  take(way: Way, bytes: number, now: number): number {
    this.#freeAt[way] = Math.max(now, this.#freeAt[way]) + (bytes / this.bytesPerSecond) * 1000;
    return this.#freeAt[way] - now;
  }
}

/** One body on a slow line: its pieces pass one after the other, each when the line has carried it. */
export class SlowBody {
  readonly #line: SlowLine;
  readonly #way: Way;
  readonly #clock: Clock;
  readonly #waiting: { bytes: number; pass: () => void }[] = [];
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(line: SlowLine, way: Way, clock: Clock) {
    this.#line = line;
    this.#way = way;
    this.#clock = clock;
  }

  /** Lets bytes pass in pieces. */
  send(bytes: Uint8Array, pass: (piece: Uint8Array) => void): void {
    for (let at = 0; at < bytes.length; at += this.#line.step) {
      const piece = bytes.subarray(at, at + this.#line.step);
      this.then(() => pass(piece), piece.length);
    }
  }

  /** Does something once all before it has passed. */
  then(pass: () => void, bytes = 0): void {
    this.#waiting.push({ bytes, pass });
    if (this.#waiting.length === 1) this.#next();
  }

  /** Lets nothing pass any more: there is nobody at the other end. */
  end(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#waiting.length = 0;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first || this.#isOver) return;
    const wait = first.bytes === 0 ? 0 : this.#line.take(this.#way, first.bytes, this.#clock.now());
    const go = () => {
      // It stays the first until it has passed: what it sets going comes after it.
      first.pass();
      this.#waiting.shift();
      this.#next();
    };
    if (wait <= 0) go();
    else this.#cancel = this.#clock.after(wait, go);
  }
}
