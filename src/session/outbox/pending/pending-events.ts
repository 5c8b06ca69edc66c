import type { ViewingEvent } from '../../ports/viewing.ts';
import type { makeRoom, Added } from './make-room.ts';

/** Until the code that makes room is there; longer only where it cannot be fetched. */
const MAX_EARLY = 300;

/** Events that wait for a delivery, in order. */
export class PendingEvents {
  #events: ViewingEvent[] = [];

  get size(): number {
    return this.#events.length;
  }

  /** Adds an event; makes room when too many wait. */
  add(event: ViewingEvent, makingRoom: typeof makeRoom | undefined): Added {
    this.#events.push(event);
    if (makingRoom) return makingRoom(this.#events, event);
    return { event, dropped: this.size > MAX_EARLY ? this.#events.splice(1, 1)[0]?.seq : undefined };
  }

  /** The events as they are, without taking them. */
  get all(): readonly ViewingEvent[] {
    return this.#events;
  }

  /** Takes the first ones, or those from a place on. */
  take(count: number, from = 0): ViewingEvent[] {
    return this.#events.splice(from, count);
  }

  /** Takes events back. Deliveries of a leaving page overlap, and may come back in any order. */
  takeBack(events: readonly ViewingEvent[]): void {
    this.#events = [...events, ...this.#events].sort((a, b) => a.seq - b.seq);
  }
}
