/** A press: `performance.now()`, whether the viewer did it, and when the next picture came. */
export type EarlyPress = [elapsed: number, isViewer: boolean | undefined, shownAt?: number];

/** A press on a player that was left before the code of session events was there. */
export type EarlyIntent = readonly [
  collector: string,
  /** The names of formats, with spaces between them. */
  formats: string | null,
  kind: 'video' | 'live-stream',
  mediaId: string,
  subject: string | null | undefined,
  press: Readonly<EarlyPress>,
  /** `performance.timeOrigin`, and `performance.now()` at the end of the page. */
  timeOrigin: number,
  left: number,
];

/** Where presses are stored, a line each. Not empty also when the event store has something, so that it is opened. */
export const EARLY_EVENTS_KEY = 'vh-session-events';

/**
 * Stores a press at the end of its page, where only a synchronous store is sure to be written. Returns what earlier pages
 * have left: a cheap check before more code is loaded.
 */
export function earlyEvents(intent?: EarlyIntent): string {
  let stored = '';
  try {
    stored = (localStorage[EARLY_EVENTS_KEY] as string | undefined) ?? '';
    if (intent) localStorage[EARLY_EVENTS_KEY] = `${stored}\n${JSON.stringify(intent)}`;
  } catch {} // Storage is denied or full: nothing can say that this visit was.
  return stored;
}
