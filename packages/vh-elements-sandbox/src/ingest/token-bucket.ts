import type { Clock } from '../common/clock.ts';

/** How much at once, and how much a second after that. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** A token bucket that refills over time. Taking more than it holds leaves a debt. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #rate: Rate;
  #left: number;
  #at: number;

  constructor(clock: Clock, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = clock.now();
  }

  /** Seconds until there is something again; 0 while there is. */
  get wait(): number {
    this.#fill();
    return this.#left > 0 ? 0 : (1 - this.#left) / this.#rate.perSecond;
  }

  take(amount: number): void {
    this.#fill();
    this.#left -= amount;
  }

  #fill(): void {
    const now = this.#clock.now();
    // A clock that is set back takes nothing away.
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#left = Math.min(this.#rate.burst, this.#left + seconds * this.#rate.perSecond);
  }
}
