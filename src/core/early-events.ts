/** A press on a player that was left before the code of session events was there. */
export interface EarlyIntent {
  collector: string;
  /** The names of formats, with spaces between them. */
  formats: string;
  kind: 'video' | 'live-stream';
  mediaId: string;
  viewingId: string;
  subject: string | undefined;
  by: 'viewer' | 'page';
  /** Milliseconds since 1970: the press, and the end of the page. */
  pressedAt: number;
  leftAt: number;
}

/** Where presses are stored: a list. There also when the event store has something, so that it is looked at. */
export const EARLY_EVENTS_KEY = 'vh-session-events';

/** True where an earlier page may have left events: a cheap check before more code is loaded. */
export function hasStoredEvents(): boolean {
  try {
    return !!localStorage[EARLY_EVENTS_KEY];
  } catch {
    // Storage is denied, so nothing is stored.
    return false;
  }
}

/** Stores a press at the end of its page, where only a synchronous store is sure to be written. */
export function storeIntent(intent: EarlyIntent): void {
  try {
    const stored = JSON.parse((localStorage[EARLY_EVENTS_KEY] as string) || '[]') as unknown[];
    localStorage[EARLY_EVENTS_KEY] = JSON.stringify([...stored, intent]);
  } catch {
    // Storage is denied or full: nothing can say that this visit was.
  }
}
