import { isSampled } from '../core/viewing-id.ts';
import { earlyPlay } from './observe/early-play.ts';
import type { SessionOptions } from './session-options.ts';
import { EARLY_EVENTS_KEY, earlyEvents, type Press } from './stored/press.ts';
import { idOfPress, readLine } from './stored/read-stored.ts';

export { StoredEvents } from './outbox/stored-events.ts';

/**
 * The options of a session whose code came late, with the time before it: media that have played, or a press that its page
 * `stored` as it was left. Undefined where `sampleRate` leaves that viewing out.
 */
export function withPast(
  options: SessionOptions,
  stored: Press | undefined,
  sampleRate: string | null,
): SessionOptions | undefined {
  const early = earlyPlay(options.media, performance.now(), options.intent);
  const { elapsed, key } = stored ?? {};
  if (elapsed === undefined || key === undefined) return { ...options, early };
  const press = { key, pressedAt: performance.timeOrigin + elapsed };
  return continued({ ...options, early }, press, sampleRate);
}

/** The page is back from the back/forward cache, and another one may have reported the press meanwhile. */
function continued(
  options: SessionOptions,
  press: { key: number; pressedAt: number },
  sampleRate: string | null,
): SessionOptions | undefined {
  const viewingId = idOfPress(press);
  const isAlone = takeBack(press.key);
  if (!isSampled(viewingId, sampleRate)) return undefined;
  if (isAlone) return { ...options, viewingId };
  // That page has reported the press and the leaving: two events.
  const review: SessionOptions['review'] = (fact) =>
    fact.type === 'intent' ? undefined : (options.review?.(fact) ?? undefined);
  return { ...options, viewingId, firstSeq: 2, review };
}

/** Takes the line of a press out of the store; false if another page has taken it. */
function takeBack(key: number): boolean {
  const lines = earlyEvents().split('\n');
  const others = lines.filter((line) => {
    const stored = readLine(line);
    return stored.type !== 'press' || stored.press.key !== key;
  });
  try {
    localStorage[EARLY_EVENTS_KEY] = others.join('\n');
  } catch {
    // Where storage is denied, no other page has had it.
    return true;
  }
  return others.length < lines.length;
}
