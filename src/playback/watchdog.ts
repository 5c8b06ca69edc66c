/** Calls back once when it was not restarted for too long. */
export class Watchdog {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
  }

  /** Starts the timeout, or restarts it after a sign of life. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, this.#ms);
  }

  /** Ends the timeout. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
