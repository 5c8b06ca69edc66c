/** The time of day, which may be set, and the time that passes. Both in milliseconds. */
export interface TokenClocks {
  wall: () => number;
  passed: () => number;
}

/** The machine's own clocks. */
export const SYSTEM_CLOCKS: TokenClocks = { wall: () => Date.now(), passed: () => performance.now() };

/**
 * When the tokens of this process end by the time that passes: a wall clock that is set back lets none live longer. After
 * a restart the wall clock alone decides.
 */
export class TokenEnds {
  readonly #passed: () => number;
  readonly #ends = new Map<string, number>();
  #soonest = Infinity;

  constructor(passed: () => number) {
    this.#passed = passed;
  }

  /** Notes a token that lives so long. */
  add(token: string, milliseconds: number): void {
    const end = this.#passed() + milliseconds;
    this.#ends.set(token, end);
    this.#soonest = Math.min(this.#soonest, end);
  }

  /** Has `forget` delete what has ended; where it throws, the token stays here, and has ended all the same. */
  deleteEnded(forget: (token: string) => void): void {
    const now = this.#passed();
    if (now < this.#soonest) return;
    this.#soonest = Infinity;
    for (const [token, end] of this.#ends) {
      if (end > now) this.#soonest = Math.min(this.#soonest, end);
      else {
        try {
          forget(token);
          this.#ends.delete(token);
        } catch {
          // A full disk: the next look tries again.
          this.#soonest = now;
        }
      }
    }
  }

  /** Milliseconds that a token of this process has left; undefined for one of an earlier process. */
  leftOf(token: string): number | undefined {
    const end = this.#ends.get(token);
    return end === undefined ? undefined : end - this.#passed();
  }

  hasEnded(token: string): boolean {
    return (this.#ends.get(token) ?? Infinity) <= this.#passed();
  }
}
