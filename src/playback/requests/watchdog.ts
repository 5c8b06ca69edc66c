/** A timer that fires later than this says that the page or the device stood still. */
const LATE_MS = 1_000;
/** Events that came meanwhile are delivered after the timer: for so long a late one waits for it. */
const GRACE_MS = 2_000;

/** Calls back once when it was not restarted for too long. */
export class Watchdog {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
  }

  /** Starts the timeout, or restarts it after a sign of life; `ms` in place of its own. */
  restart(ms: number = this.#ms): void {
    this.stop();
    const dueAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      if (performance.now() - dueAt > LATE_MS) this.#timer = setTimeout(this.#onSilence, GRACE_MS);
      else this.#onSilence();
    }, ms);
  }

  /** Ends the timeout. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
