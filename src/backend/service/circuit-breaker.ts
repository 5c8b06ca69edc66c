import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { SERVICE_PAUSED } from '../http/respond.ts';

/** Failures in a row after which the service is left alone. */
const FAILURES = 5;
/** Milliseconds of the first pause; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 4_000;
/** Milliseconds after which another trial may begin: the one before may hang. */
const TRIAL_MS = 2_000;

/**
 * Leaves a service alone that has failed several times in a row. After a pause one request tries it; the others are refused
 * at once. Any answer of the service ends the pause.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #pauses = 0;
  #closedUntil = -Infinity;

  constructor(now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
  }

  /** Sends one request, or throws without sending it. */
  async send(request: () => Promise<Response>): Promise<Response> {
    this.#admit();
    const pauses = this.#pauses;
    try {
      const response = await request();
      if (response.status >= 500) this.#fail(pauses);
      else this.#failures = this.#pauses = 0;
      return response;
    } catch (error) {
      if (isVhError(error, 'network') || isVhError(error, 'timeout')) this.#fail(pauses);
      throw error;
    }
  }

  #admit(): void {
    if (this.#pauses === 0) return;
    const left = this.#closedUntil - this.#now();
    if (left > 0) throw this.#paused(left);
    // This one is the trial.
    this.#closedUntil = this.#now() + TRIAL_MS;
  }

  /** `pauses` of the time when the request began: what began before a pause says nothing about the time after it. */
  #fail(pauses: number): void {
    this.#failures++;
    if (this.#failures < FAILURES || pauses !== this.#pauses) return;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses);
    this.#pauses++;
    // At least half of it, so that it is a rest; not always the same, so that many servers do not come back together.
    this.#closedUntil = this.#now() + pause * (0.5 + this.#random() / 2);
  }

  /** Visitors who are refused now come back at different times. */
  #paused(left: number): VhError {
    const message =
      'The service failed several times in a row: the page backend leaves it alone for a moment.';
    const retryAfter = left + this.#random() * FIRST_PAUSE_MS;
    return new VhError('service-unavailable', message, { slug: SERVICE_PAUSED, retryAfter });
  }
}
