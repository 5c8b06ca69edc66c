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

  /** Milliseconds since 1970. */
  now(): number {
    const elapsed = this.#environment.elapsed();
    const wall = this.#environment.now();
    if (wall - (elapsed + this.#offset) > SLEEP_MS) this.#offset = wall - elapsed;
    return Math.round(elapsed + this.#offset);
  }

  /** The time of day of an earlier moment of the browser's own clock. */
  at(elapsed: number): number {
    return Math.round(elapsed + this.#offset);
  }
}
