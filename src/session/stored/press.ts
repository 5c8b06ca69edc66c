import type { STORED_VERSION } from '../ports/event-store.ts';

/** A press that asks a player for playback, as its page knows it before the code of session events is there. */
export interface Press {
  /** As `performance.now()`. */
  readonly elapsed: number;
  readonly by: 'viewer' | 'page';
  /** When the next picture came. */
  shownAt?: number | undefined;
  /** Who has it, once somebody has: `stored` by the end of its page, so that another page may report it, or `reported` by a session. */
  status?: 'stored' | 'reported';
  /** Names a press that was stored among the others: a random number, of which the id of its viewing is made. */
  key?: number;
}

/** A press on a player that was left before the code of session events was there, as it is stored. */
export interface StoredPress {
  readonly version: typeof STORED_VERSION;
  readonly key: number;
  readonly by: Press['by'];
  /** Milliseconds since 1970, with parts of them: the id of its viewing is made of it. */
  readonly pressedAt: number;
  /** Milliseconds since 1970: the end of its page. */
  readonly leftAt: number;
  readonly collector: string;
  readonly kind: 'video' | 'live-stream';
  readonly mediaId: string;
  readonly subject?: string | undefined;
  /** The names of formats, with spaces between them. */
  readonly formats: string | null;
  /** The share of viewings that are reported, as the page said it. */
  readonly sampleRate: string | null;
}

/** Where lines are stored: presses, and viewings. Not empty also when the event store has something, so that it is opened. */
export const EARLY_EVENTS_KEY = 'vh-session-events';

/** The lines that earlier pages have left: a cheap check before more code is loaded. */
export function earlyEvents(): string {
  try {
    return (localStorage[EARLY_EVENTS_KEY] as string | undefined) ?? '';
  } catch {
    // Storage is denied.
    return '';
  }
}

/** Stores a press at the end of its page, where only a synchronous store is sure to be written. */
export function storePress(
  press: Press,
  of: Omit<StoredPress, 'version' | 'key' | 'by' | 'pressedAt' | 'leftAt'>,
): void {
  press.status = 'stored';
  const line: StoredPress = {
    version: 2,
    key: (press.key = Math.random()),
    by: press.by,
    pressedAt: performance.timeOrigin + press.elapsed,
    leftAt: performance.timeOrigin + performance.now(),
    ...of,
  };
  try {
    localStorage[EARLY_EVENTS_KEY] = `${earlyEvents()}\n${JSON.stringify(line)}`;
  } catch {
    // Storage is denied or full: nothing can say that this visit was.
  }
}
