/** Limits recoveries to a number per time window. */
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

  /** True when the window holds no recovery. */
  get isUntouched(): boolean {
    const now = this.#now();
    return !this.#spent.some((at) => now - at < this.#windowMs);
  }

  /** Uses one recovery; false when none is left. */
  spend(): boolean {
    const now = this.#now();
    this.#spent = this.#spent.filter((at) => now - at < this.#windowMs);
    if (this.#spent.length >= this.#times) return false;
    this.#spent.push(now);
    return true;
  }
}
