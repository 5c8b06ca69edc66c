/** Milliseconds: the second failure in a row is waited for this long, each further one twice as long. */
const BASE_MS = 500;
const MAX_WAIT_MS = 30_000;
/** Milliseconds without a failure after which an old one counts no more. */
const FORGET_AFTER_MS = 5 * 60_000;

/**
 * Says when a failed request may be sent again: at once after the first failure, then later and later, so that visitors
 * do not flood a failing server.
 */
export class FailureBackoff {
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #last = -Infinity;
  #until = -Infinity;

  constructor(now: () => number, random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
  }

  /** Milliseconds until the next try; 0 when it may be now. */
  get wait(): number {
    return Math.max(0, this.#until - this.#now());
  }

  /**
   * Another failure; `asked` is how many milliseconds the other side wants to be left alone, if it says so, and `longest` the
   * longest wait otherwise.
   */
  fail(asked = 0, longest = MAX_WAIT_MS): void {
    const now = this.#now();
    if (now - this.#last > FORGET_AFTER_MS) this.#failures = 0;
    this.#last = now;
    const bound = this.#failures === 0 ? 0 : Math.min(longest, BASE_MS * 2 ** (this.#failures - 1));
    this.#failures++;
    // At least half of it, so that it is a rest; not always the same, so that many servers do not come back together.
    const rest = bound * (0.5 + this.#random() / 2);
    this.#until = now + Math.max(rest, asked);
  }

  /** Reports a success: the next failure counts as the first again. */
  succeed(): void {
    this.#failures = 0;
    this.#until = -Infinity;
  }
}
