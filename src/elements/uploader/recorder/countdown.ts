/** Seconds between the button and the recording: time to look up. */
export const COUNTDOWN_SECONDS = 3;

/** Counts down before a recording begins. */
export class Countdown {
  readonly #onChange: () => void;
  #seconds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Seconds that are left; 0 while none are counted. */
  get seconds(): number {
    return this.#seconds;
  }

  start(onEnd: () => void): void {
    this.#count(COUNTDOWN_SECONDS, onEnd);
  }

  cancel(): void {
    if (this.#seconds > 0) this.#count(0);
  }

  #count(seconds: number, onEnd?: () => void): void {
    clearTimeout(this.#timer);
    this.#seconds = seconds;
    if (seconds > 0) this.#timer = setTimeout(() => this.#count(seconds - 1, onEnd), 1_000);
    else onEnd?.();
    this.#onChange();
  }
}
