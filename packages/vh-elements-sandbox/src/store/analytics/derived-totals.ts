import type { SessionEvent } from './sessions.ts';
import type { ViewingTotals } from './viewing-events.ts';

/**
 * What the events of the first generation say about sums: how long was played, and how often a viewer sought. The time between
 * two events counts as far as the playhead has moved: the start, a rebuffering and a seek are no time watched. Of the last
 * part, which no event has ended, only the time is known.
 */
export function derivedTotals(events: readonly SessionEvent[], endedAt: number): ViewingTotals {
  let watchTime = 0;
  let seekCount = 0;
  let playing: { since: number; at: number | undefined } | undefined;
  const count = (until: number, at: number | undefined) => {
    if (!playing) return;
    const elapsed = Math.max(0, until - playing.since);
    const moved = at === undefined || playing.at === undefined ? Infinity : (at - playing.at) * 1000;
    watchTime += Math.min(elapsed, Math.max(0, Math.round(moved)));
  };
  for (const { type, emittedAt, at, from, to } of events) {
    const isSeek = type.startsWith('seek.');
    if (isSeek) seekCount += 1;
    if (isSeek || type === 'pause' || type === 'end') count(emittedAt, isSeek ? from : at);
    if (isSeek) playing &&= { since: emittedAt, at: to };
    else if (type === 'play' || type === 'resume') playing ??= { since: emittedAt, at };
    else if (type === 'pause' || type === 'end') playing = undefined;
  }
  // Deliveries without events say that playback continues.
  count(endedAt, undefined);
  return { watchTime, seekCount };
}
