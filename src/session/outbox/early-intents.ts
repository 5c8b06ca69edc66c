import { EARLY_EVENTS_KEY, type EarlyIntent } from '../../core/early-events.ts';

/** Takes the presses that `storeIntent` has stored. */
export function takeIntents(): readonly EarlyIntent[] {
  try {
    const text = localStorage.getItem(EARLY_EVENTS_KEY);
    if (!text) return [];
    localStorage.setItem(EARLY_EVENTS_KEY, '[]');
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isIntent) : [];
  } catch {
    return [];
  }
}

/** Says for the next page whether anything is stored. */
export function markStoredEvents(isStored: boolean): void {
  try {
    const text = localStorage.getItem(EARLY_EVENTS_KEY);
    if (isStored && !text) localStorage.setItem(EARLY_EVENTS_KEY, '[]');
    else if (!isStored && text === '[]') localStorage.removeItem(EARLY_EVENTS_KEY);
  } catch {
    // Storage is denied, so nothing is stored.
  }
}

/** The page's own scripts write to this storage, too. */
function isIntent(value: unknown): value is EarlyIntent {
  const intent = (value ?? {}) as Partial<Record<keyof EarlyIntent, unknown>>;
  const texts = [intent.collector, intent.formats, intent.mediaId, intent.viewingId];
  return (
    texts.every((text) => typeof text === 'string') &&
    (intent.kind === 'video' || intent.kind === 'live-stream') &&
    Number.isFinite(intent.pressedAt) &&
    Number.isFinite(intent.leftAt)
  );
}
