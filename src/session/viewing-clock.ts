import type { SessionEnvironment } from './ports/session-environment.ts';

/** Some browsers stop their own clock while the device sleeps; a smaller difference is drift. */
const SLEEP_MS = 5_000;

/** The time of day by a clock that never steps back, whatever becomes of the device's clock. */
export class ViewingClock {
  readonly #environment: Pick<SessionEnvironment, 'now' | 'elapsed'>;
  /** The correction of the browser's own clock. */
  #offset: number;

  constructor(environment: Pick<SessionEnvironment, 'now' | 'elapsed'>) {
    this.#environment = environment;
    this.#offset = environment.now() - environment.elapsed();
  }

  /** A device that slept moves the clock forward. */
  wake(): void {
    const elapsed = this.#environment.elapsed();
    const wall = this.#environment.now();
    if (wall - (elapsed + this.#offset) > SLEEP_MS) this.#offset = wall - elapsed;
  }

  /** The time of day of a moment of the browser's own clock, in milliseconds since 1970. */
  at(elapsed: number): number {
    return Math.round(elapsed + this.#offset);
  }
}
