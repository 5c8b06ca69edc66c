import type { ViewingEvent } from '../ports/viewing.ts';

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

/** Events that wait for a delivery, in order. */
export class PendingEvents {
  #events: ViewingEvent[] = [];

  get size(): number {
    return this.#events.length;
  }

  /** Adds an event; makes room when too many wait. */
  add(event: ViewingEvent): Added {
    const last = this.#events.at(-1);
    if (this.size >= COALESCE_FROM && last && isSeek(last) && isSeek(event)) {
      const merged = mergeSeeks(last, event);
      this.#events[this.size - 1] = merged;
      return { event: merged, replaced: last.seq };
    }
    this.#events.push(event);
    if (this.size <= MAX_WAITING) return { event };
    const index = Math.max(
      0,
      this.#events.findIndex(({ type }) => !KEPT.has(type)),
    );
    const [dropped] = this.#events.splice(index, 1);
    return { event, dropped: dropped?.seq };
  }

  /** The events as they are, without taking them. */
  get all(): readonly ViewingEvent[] {
    return this.#events;
  }

  /** Takes the first ones. */
  take(count: number): ViewingEvent[] {
    return this.#events.splice(0, count);
  }

  /** Takes events back. Deliveries of a leaving page overlap, and may come back in any order. */
  takeBack(events: readonly ViewingEvent[]): void {
    this.#events = [...events, ...this.#events].sort((a, b) => a.seq - b.seq);
  }
}

type Seek = Extract<ViewingEvent, { from: number }>;

function isSeek(event: ViewingEvent): event is Seek {
  return event.type === 'seek.forward' || event.type === 'seek.backward';
}

function mergeSeeks(first: Seek, last: Seek): Seek {
  const { from } = first;
  return { ...last, from, type: last.to > from ? 'seek.forward' : 'seek.backward' };
}
