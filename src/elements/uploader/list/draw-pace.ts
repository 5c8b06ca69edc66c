/** Milliseconds between two draws of what moves: nobody reads faster, and each draw takes a page's time. */
const DRAW_INTERVAL_MS = 250;

/** Draws four times a second what moves by itself; what a person or the page does is drawn at once. */
export class DrawPace {
  readonly #draw: () => void;
  #isWanted = false;
  /** Runs while the last draw is young. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Something has moved by itself. */
  request(): void {
    if (this.#timer === undefined) this.now();
    else this.#isWanted = true;
  }

  /** Draws at once. */
  now(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted) this.now();
    }, DRAW_INTERVAL_MS);
    this.#draw();
  }

  /** Draws no more of what was requested. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }
}
