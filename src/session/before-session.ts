import { EARLY_EVENTS_KEY, earlyEvents, type EarlyPress } from '../core/press/early-events.ts';
import { idOfPress } from '../core/press/press-id.ts';
import { isSampled } from '../core/viewing-id.ts';
import { earlyPlay } from './observe/early-play.ts';
import type { SessionOptions } from './session-options.ts';

/**
 * The options of a session whose code came late, with the time before it: media that have played, or a press that its page
 * has stored as it was left. Undefined where `sampleRate` leaves that viewing out.
 */
export function withPast(
  options: SessionOptions,
  press: EarlyPress | undefined,
  sampleRate: string | null,
): SessionOptions | undefined {
  const early = earlyPlay(options.media, performance.now(), options.intent);
  return press?.storedAs !== undefined
    ? continued({ ...options, early }, press, sampleRate)
    : { ...options, early };
}

/** The page is back from the back/forward cache, and another one may have reported the press meanwhile. */
function continued(
  options: SessionOptions,
  press: EarlyPress,
  sampleRate: string | null,
): SessionOptions | undefined {
  const viewingId = idOfPress(performance.timeOrigin, press);
  const isAlone = takeBack(press);
  if (!isSampled(viewingId, sampleRate)) return undefined;
  if (isAlone) return { ...options, viewingId };
  // That page has reported the press and the leaving: two events.
  const review: SessionOptions['review'] = (fact) =>
    fact.type === 'intent' ? undefined : (options.review?.(fact) ?? undefined);
  return { ...options, viewingId, firstSeq: 2, review };
}

/** Takes the line of a press out of the store; false if another page has taken it. */
function takeBack(press: EarlyPress): boolean {
  const lines = earlyEvents().split('\n');
  const others = lines.filter((line) => !line.includes(String(press.storedAs)));
  try {
    localStorage[EARLY_EVENTS_KEY] = others.join('\n');
  } catch {
    // Where storage is denied, no other page has had it.
    return true;
  }
  return others.length < lines.length;
}
