/** A press that asks a player for playback. */
export type EarlyPress = [
  /** As `performance.now()`. */
  elapsed: number,
  /** Whether the viewer did it. */
  isViewer: boolean | undefined,
  /** When the next picture came. */
  shownAt?: number | undefined,
  /** True once a session has it. A random number once it is stored: the id of its viewing is made of it. */
  reported?: number | true,
];

/** A press on a player that was left before the code of session events was there. */
export type EarlyIntent = readonly [
  collector: string,
  kind: 'video' | 'live-stream',
  mediaId: string,
  subject: string | null | undefined,
  press: Readonly<EarlyPress>,
  /** `performance.timeOrigin`, and `performance.now()` at the end of the page. */
  timeOrigin: number,
  left: number,
  /** The names of formats, with spaces between them. */
  formats: string | null,
  /** The share of viewings that are reported, as the page said it. */
  sampleRate: string | null,
];

/** Where presses are stored, a line each. Not empty also when the event store has something, so that it is opened. */
export const EARLY_EVENTS_KEY = 'vh-session-events';

/**
 * Stores a press at the end of its page, where only a synchronous store is sure to be written. Returns what earlier pages
 * have left: a cheap check before more code is loaded.
 */
export function earlyEvents(intent?: EarlyIntent): string {
  try {
    if (intent) localStorage[EARLY_EVENTS_KEY] = earlyEvents() + '\n' + JSON.stringify(intent);
    return (localStorage[EARLY_EVENTS_KEY] as string | undefined) ?? '';
  } catch {
    // Storage is denied or full: nothing can say that this visit was.
    return '';
  }
}
