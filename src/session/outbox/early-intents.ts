import { EARLY_EVENTS_KEY, type EarlyIntent } from '../../core/early-events.ts';
import { parseJson } from '../../core/wire/read-json.ts';

/** Takes the presses that earlier pages have stored. */
export function takeIntents(): readonly EarlyIntent[] {
  try {
    const text = localStorage.getItem(EARLY_EVENTS_KEY) ?? '';
    if (text) localStorage.setItem(EARLY_EVENTS_KEY, '\n');
    return text.split('\n').map(parseJson).filter(isIntent);
  } catch {
    return [];
  }
}

/** Says for the next page whether anything is stored. */
export function markStoredEvents(isStored: boolean): void {
  try {
    const text = localStorage.getItem(EARLY_EVENTS_KEY);
    if (isStored && !text) localStorage.setItem(EARLY_EVENTS_KEY, '\n');
    else if (!isStored && text === '\n') localStorage.removeItem(EARLY_EVENTS_KEY);
  } catch {
    // Storage is denied, so nothing is stored.
  }
}

/** The page's own scripts write to this storage, too. */
function isIntent(value: unknown): value is EarlyIntent {
  if (!Array.isArray(value)) return false;
  const [collector, formats, kind, mediaId, subject, press, timeOrigin, left] = value as unknown[];
  return (
    typeof collector === 'string' &&
    typeof mediaId === 'string' &&
    (formats === null || typeof formats === 'string') &&
    (subject === null || typeof subject === 'string') &&
    (kind === 'video' || kind === 'live-stream') &&
    Array.isArray(press) &&
    [press[0], timeOrigin, left].every((time) => Number.isFinite(time))
  );
}
