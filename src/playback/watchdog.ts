/** Calls out once when nothing was heard for too long. */
export class Watchdog {
  readonly #ms: number;
  readonly #bark: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, bark: () => void) {
    this.#ms = ms;
    this.#bark = bark;
  }

  /** Begins to listen, or begins again: something was heard. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#bark, this.#ms);
  }

  /** Stops listening. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
