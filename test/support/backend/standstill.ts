/** How often it looks, and how late a look may be on a machine that has time for it: milliseconds. */
const EVERY_MS = 50;
const LATE_MS = 20;
/** Looks that are remembered: an hour of late ones. */
const MAX_PAUSES = 72_000;

/** How long this process stood still, since the machine had too much to do: its timers were late by so much. */
export class Standstill {
  readonly #pauses: { at: number; ms: number }[] = [];

  constructor() {
    let due = performance.now() + EVERY_MS;
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - due > LATE_MS) this.#pauses.push({ at: now, ms: now - due });
      if (this.#pauses.length > MAX_PAUSES) this.#pauses.shift();
      due = now + EVERY_MS;
    }, EVERY_MS);
    // It ends with the process that it watches.
    timer.unref();
  }

  /** The longest pause that ended since then. */
  longestSince(at: number): number {
    return this.#since(at).reduce((longest, { ms }) => Math.max(longest, ms), 0);
  }

  /** All pauses that ended since then, together. */
  sumSince(at: number): number {
    return this.#since(at).reduce((sum, { at: ended, ms }) => sum + Math.min(ms, ended - at), 0);
  }

  #since(at: number): { at: number; ms: number }[] {
    const first = this.#pauses.findLastIndex(({ at: ended }) => ended < at);
    return this.#pauses.slice(first + 1);
  }
}
