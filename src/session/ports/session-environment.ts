import type { EventStore } from './event-store.ts';

/** The platform functions that a session uses; a test brings its own. */
export interface SessionEnvironment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Hands a body to the browser for delivery after the page is gone; undefined where `fetch` can do that itself. */
  beacon: ((url: string, body: string) => boolean) | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since the page began, by a clock that is never set. */
  elapsed: () => number;
  /** Runs once after `ms`; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Opens another store than the browser's; rejects where nothing is stored, and may never settle. */
  openStore?: () => Promise<EventStore>;
  /**
   * Read by the next page at once: a line each for presses of pages that were left before this code was there, and for
   * viewings that ended before the store was open. Not empty also where the store has something.
   */
  earlyEvents: string;
  /** Replaces the lock of the browser: runs the work unless another tab does work of the same name. */
  exclusively?: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Where `pagehide`, `pageshow` and `online` are heard; undefined outside a page. */
  window: EventTarget | undefined;
  /** Where `visibilitychange` is heard, and where the viewer came from. */
  document: (EventTarget & { readonly visibilityState: string; readonly referrer: string }) | undefined;
}
