/** A moment of a run that depends on events, not on a clock: so many parts, then so many bytes, from now. */
export class Moment {
  #parts: number;
  #bytes: number;
  #reach: () => void = () => undefined;
  /** Resolves when the moment has come. */
  readonly reached: Promise<void>;

  constructor(parts: number, bytes: number) {
    this.#parts = parts;
    this.#bytes = bytes;
    this.reached = new Promise((resolve) => (this.#reach = resolve));
  }

  part(): void {
    this.#parts--;
  }

  sent(bytes: number): void {
    if (this.#parts > 0) return;
    this.#bytes -= bytes;
    if (this.#bytes <= 0) this.#reach();
  }
}
