import type { Playback } from '../../core/wire/playback.ts';

/** A playback is refreshed this long before its addresses end, so that a request that starts with it can end with it. */
const MARGIN_MS = 60_000;

/** The clocks of the visitor: the time of day, and the time since the page was loaded. */
export interface Clocks {
  date: () => number;
  page: () => number;
}

const CLOCKS: Clocks = { date: () => Date.now(), page: () => performance.now() };

/** How long the addresses of one playback hold. */
export class Expiry {
  readonly #clocks: Clocks;
  readonly #marginMs: number;
  readonly #endDate: number;
  readonly #endPage: number;

  constructor(ms: number, clocks: Clocks = CLOCKS) {
    this.#clocks = clocks;
    this.#marginMs = Math.min(MARGIN_MS, Math.max(0, ms) / 4);
    // By both clocks: one may stand still while the device sleeps, the other one may be set back.
    this.#endDate = clocks.date() + ms;
    this.#endPage = clocks.page() + ms;
  }

  /** True once the addresses are refused. */
  get hasEnded(): boolean {
    return this.#left <= 0;
  }

  /** True when they soon will be. */
  get isEnding(): boolean {
    return this.#left <= this.#marginMs;
  }

  get #left(): number {
    return Math.min(this.#endDate - this.#clocks.date(), this.#endPage - this.#clocks.page());
  }
}

/** The lifetime of a playback that was answered just now; undefined when the answer does not say. */
export function expiryOfAnswer(playback: Playback, clocks: Clocks = CLOCKS): Expiry | undefined {
  const { issued, expires } = timesOf(playback);
  // The server's two times need no clock of the visitor's.
  const left = expires - (Number.isNaN(issued) ? clocks.date() : issued);
  // An answer that has ended when it arrives says that the clock is wrong.
  return left > 0 ? new Expiry(left, clocks) : undefined;
}

/** The lifetime of a playback that was written into the page, or handed to the element, some time ago. */
export function expiryOfWritten(playback: Playback, clocks: Clocks = CLOCKS): Expiry | undefined {
  const { issued, expires } = timesOf(playback);
  if (Number.isNaN(expires)) return undefined;
  if (Number.isNaN(issued)) return new Expiry(expires - clocks.date(), clocks);
  // A clock that is late makes the playback seem younger than the page.
  const age = Math.max(clocks.date() - issued, clocks.page());
  return new Expiry(expires - issued - age, clocks);
}

function timesOf({ issuedAt, expiresAt }: Playback): { issued: number; expires: number } {
  return { issued: Date.parse(issuedAt ?? ''), expires: Date.parse(expiresAt ?? '') };
}
