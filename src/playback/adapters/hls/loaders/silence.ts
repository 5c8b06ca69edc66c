/** A request that brings nothing for so long is sent again beside the first one, where a viewer is about to wait for it. */
export const HEDGE_AFTER_MS = 1_500;
/** The address of a live playlist that the server holds back until it has something new: its silence says nothing. */
export const BLOCKING = /[?&]_HLS_/;
/** One check counts at most this long: a page that was frozen has not seen the data of that time. */
const MAX_LOOK_MS = 1_000;

/** What a loader of hls.js says of its request while it runs. */
interface Progress {
  loaded: number;
  retry: number;
  loading: { first: number; end: number };
}

/** How long a request has brought nothing, seen by an observer who looks now and then. */
export class Silence {
  #seen = '';
  #since: number;
  #lookedAt: number;
  #hedgedAt = 0;

  constructor(now: number) {
    this.#since = this.#lookedAt = now;
  }

  /** Looks, and returns the milliseconds without news. */
  look({ loaded, loading, retry }: Progress, now: number): number {
    const news = `${loaded} ${loading.first} ${retry}`;
    this.#since += Math.max(0, now - this.#lookedAt - MAX_LOOK_MS);
    this.#lookedAt = now;
    if (news !== this.#seen || loading.end > 0) [this.#seen, this.#since] = [news, now];
    return now - this.#since;
  }

  /** Whether the request has been silent for long enough to be sent again, and was not just now. */
  isHedgeDue(now: number): boolean {
    return now - this.#since >= HEDGE_AFTER_MS && now - this.#hedgedAt >= HEDGE_AFTER_MS;
  }

  hedged(now: number): void {
    this.#hedgedAt = now;
  }
}
