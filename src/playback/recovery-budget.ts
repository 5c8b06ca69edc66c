/** How often one may try to recover: so many times within a window, then no more. */
export class RecoveryBudget {
  readonly #times: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  #spent: number[] = [];

  constructor(times: number, windowMs: number, now: () => number = () => performance.now()) {
    this.#times = times;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** True, and one less, while there is a try left. */
  spend(): boolean {
    const now = this.#now();
    this.#spent = this.#spent.filter((at) => now - at < this.#windowMs);
    if (this.#spent.length >= this.#times) return false;
    this.#spent.push(now);
    return true;
  }
}
