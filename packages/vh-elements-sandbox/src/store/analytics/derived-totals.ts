import type { SessionEvent } from './sessions.ts';
import type { ViewingTotals } from './viewing-events.ts';

/** What the events of the first generation say about sums: how long was played, and how often a viewer sought. */
export function derivedTotals(events: readonly SessionEvent[], endedAt: number): ViewingTotals {
  let watchTime = 0;
  let seekCount = 0;
  let playingSince: number | undefined;
  for (const { type, emittedAt } of events) {
    if (type.startsWith('seek.')) seekCount += 1;
    if (type === 'play' || type === 'resume') playingSince ??= emittedAt;
    if (type !== 'pause' && type !== 'end') continue;
    watchTime += playingSince === undefined ? 0 : Math.max(0, emittedAt - playingSince);
    playingSince = undefined;
  }
  // Deliveries without events say that playback continues.
  if (playingSince !== undefined) watchTime += Math.max(0, endedAt - playingSince);
  return { watchTime, seekCount };
}
