/** A press that asks a player for playback. */
export interface EarlyPress {
  /** As `performance.now()`. */
  readonly elapsed: number;
  /** Whether the viewer did it. */
  readonly isViewer: boolean | undefined;
  /** When the next picture came. */
  shownAt?: number | undefined;
  /** A session has it. */
  isReported?: boolean;
  /** A random number once the press is stored: the id of its viewing is made of it. */
  storedAs?: number | undefined;
}

/** A press on a player that was left before the code of session events was there. */
export interface EarlyIntent {
  readonly collector: string;
  readonly kind: 'video' | 'live-stream';
  readonly mediaId: string;
  readonly subject: string | undefined;
  readonly press: EarlyPress;
  readonly timeOrigin: number;
  /** `performance.now()` at the end of the page. */
  readonly left: number;
  /** The names of formats, with spaces between them. */
  readonly formats: string | null;
  /** The share of viewings that are reported, as the page said it. */
  readonly sampleRate: string | null;
}

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
