import type { ViewingEvent } from '../../ports/viewing.ts';

/** More wait only during a long outage. */
const MAX_WAITING = 300;
/** From here on, a seek that follows a seek replaces it: the first one's start, the last one's target. */
const COALESCE_FROM = 100;
/** Never dropped: each of them says whether and how a viewing came about. */
const KEPT: ReadonlySet<ViewingEvent['type']> = new Set<ViewingEvent['type']>([
  ...(['ready', 'intent', 'first-frame', 'play', 'failure', 'end', 'leave'] as const),
]);

/** What became of an event that was added. */
export interface Added {
  /** The event as it waits now: it may carry the start of an earlier seek. */
  event: ViewingEvent;
  /** The number of an event that had to go. */
  dropped?: number | undefined;
  /** The number of the seek that it replaced. */
  replaced?: number | undefined;
}

/** Makes room among events that wait, after one was added: when too many do. */
export function makeRoom(events: ViewingEvent[], event: ViewingEvent): Added {
  const before = events.at(-2);
  if (events.length > COALESCE_FROM && before && isSeek(before) && isSeek(event)) {
    const merged = mergeSeeks(before, event);
    events.splice(-2, 2, merged);
    return { event: merged, replaced: before.seq };
  }
  if (events.length <= MAX_WAITING) return { event };
  const index = Math.max(
    0,
    events.findIndex(({ type }) => !KEPT.has(type)),
  );
  const [dropped] = events.splice(index, 1);
  return { event, dropped: dropped?.seq };
}

type Seek = Extract<ViewingEvent, { from: number }>;

function isSeek(event: ViewingEvent): event is Seek {
  return event.type === 'seek.forward' || event.type === 'seek.backward';
}

function mergeSeeks(first: Seek, last: Seek): Seek {
  const { from } = first;
  return { ...last, from, type: last.to > from ? 'seek.forward' : 'seek.backward' };
}
