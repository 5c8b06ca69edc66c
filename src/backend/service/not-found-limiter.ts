import { VhError } from '../../core/errors/vh-error.ts';
import { withDeadline } from '../../core/async/deadline.ts';

/** Limits requests for unknown ids: so many at once, and so many a minute after that. */
const BURST = 20;
const PER_MINUTE = 30;
/** Milliseconds that a question may wait for others to turn out to be about something that is there. */
const MAX_WAIT_MS = 1_000;

/**
 * Limits the questions for ids that the service may not have, for all visitors together: an invented id costs one
 * request. A question about something that is there costs nothing: its share is given back.
 */
export class NotFoundLimiter {
  readonly #now: () => number;
  #left = BURST;
  #filledAt: number;
  #pending = 0;
  #waiting: (() => void)[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** Takes one share; rejects with `rate-limited` where there is none, and none will be given back. */
  async take(): Promise<void> {
    const end = this.#now() + MAX_WAIT_MS;
    for (;;) {
      this.#fill();
      if (this.#left >= 1) break;
      const wait = end - this.#now();
      if (this.#pending === 0 || wait <= 0) throw this.#refusal();
      const settled = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await withDeadline(settled, wait, '').catch(() => undefined);
    }
    this.#left--;
    this.#pending++;
  }

  /** Ends a question that had its share. `isMiss` keeps the share; anything else gives it back. */
  settle(isMiss: boolean): void {
    this.#pending--;
    if (!isMiss) this.#left = Math.min(BURST, this.#left + 1);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #fill(): void {
    const now = this.#now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#filledAt) * PER_MINUTE) / 60_000);
    this.#filledAt = now;
  }

  #refusal(): VhError {
    return new VhError('rate-limited', 'Too many questions about what the service does not have.', {
      retryAfter: ((1 - this.#left) * 60_000) / PER_MINUTE,
    });
  }
}
