/** Milliseconds after which an old measure weighs about a third. */
const MEMORY = 4_000;
/** Shorter spans say more about buffers than about the line. */
const SPAN = 400;

/** Bytes a second, smoothed so that a person can read it. */
export class SpeedMeter {
  #bytes = 0;
  #since: number | undefined;
  #speed: number | undefined;

  /** Nothing until there is enough to tell. */
  get speed(): number | undefined {
    return this.#speed;
  }

  /** Counts bytes that left between the last call and `now`. */
  add(bytes: number, now: number): void {
    this.#since ??= now;
    this.#bytes += bytes;
    const span = now - this.#since;
    if (span < SPAN) return;
    const measured = (this.#bytes / span) * 1000;
    const weight = 1 - Math.exp(-span / MEMORY);
    this.#speed = this.#speed === undefined ? measured : this.#speed + (measured - this.#speed) * weight;
    this.#bytes = 0;
    this.#since = now;
  }

  /** Ends the present span: what follows a pause is measured by itself. */
  rest(): void {
    this.#bytes = 0;
    this.#since = undefined;
  }
}
