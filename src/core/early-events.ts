/** A press on a player that was left before the code of session events was there. */
export interface EarlyIntent {
  collector: string;
  format: string;
  kind: 'video' | 'live-stream';
  mediaId: string;
  subject: string | undefined;
  /** Milliseconds since 1970: the press, and the end of the page. */
  pressedAt: number;
  leftAt: number;
  by: 'viewer' | 'page';
}

const KEY = 'vh-session-events';

/** True where an earlier page may have left events: a cheap check before more code is loaded. */
export function hasStoredEvents(): boolean {
  try {
    return !!localStorage[KEY];
  } catch {
    // Storage is denied, so nothing is stored.
    return false;
  }
}

/** Stores a press at the end of its page, where only a synchronous store is sure to be written. */
export function storeIntent(intent: EarlyIntent): void {
  try {
    localStorage[KEY] = JSON.stringify([...JSON.parse((localStorage[KEY] as string) || '[]'), intent]);
  } catch {
    // Storage is denied or full: nothing could be told of this visit.
  }
}

/** Takes what `storeIntent` has stored. */
export function takeIntents(): readonly EarlyIntent[] {
  try {
    const stored: unknown = JSON.parse((localStorage[KEY] as string) || '[]');
    if (localStorage[KEY]) localStorage[KEY] = '[]';
    return Array.isArray(stored) ? stored.filter(isIntent) : [];
  } catch {
    return [];
  }
}

/** Says for the next page whether anything is stored. */
export function markStoredEvents(isStored: boolean): void {
  try {
    if (isStored) localStorage[KEY] ||= '[]';
    else if (localStorage[KEY] === '[]') localStorage.removeItem(KEY);
  } catch {
    // Storage is denied.
  }
}

/** The page's own scripts can write here, too. */
function isIntent(value: unknown): value is EarlyIntent {
  const { collector, mediaId, pressedAt, leftAt } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof collector === 'string' &&
    typeof mediaId === 'string' &&
    Number.isFinite(pressedAt) &&
    Number.isFinite(leftAt)
  );
}
