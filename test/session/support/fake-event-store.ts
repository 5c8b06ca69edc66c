import type { EventStore, StoredViewing } from '../../../src/session/ports/event-store.ts';
import type { ViewingEvent } from '../../../src/session/ports/viewing.ts';

/** A store that outlives its pages, as IndexedDB does. */
export class FakeEventStore implements EventStore {
  readonly viewings = new Map<string, StoredViewing>();
  readonly #events = new Map<string, Map<number, ViewingEvent>>();
  readonly #collectors = new Map<string, boolean>();

  /** True for a browser that drops the writes of a page that goes. */
  dropsWrites = false;

  put = (viewing: StoredViewing, events: readonly ViewingEvent[]): Promise<void> => {
    if (this.dropsWrites) return new Promise(() => {});
    this.viewings.set(viewing.key, structuredClone(viewing));
    const stored = this.#events.get(viewing.key) ?? new Map<number, ViewingEvent>();
    this.#events.set(viewing.key, stored);
    for (const event of events) stored.set(event.seq, structuredClone(event));
    return Promise.resolve();
  };

  remove = (key: string, seqs: readonly number[]): Promise<void> => {
    for (const seq of seqs) this.#events.get(key)?.delete(seq);
    return Promise.resolve();
  };

  forget = (key: string): Promise<void> => {
    this.viewings.delete(key);
    this.#events.delete(key);
    return Promise.resolve();
  };

  list = (): Promise<StoredViewing[]> => Promise.resolve(structuredClone([...this.viewings.values()]));

  events = (key: string): Promise<ViewingEvent[]> => {
    const events = structuredClone([...(this.#events.get(key)?.values() ?? [])]);
    return Promise.resolve(events.sort((a, b) => a.seq - b.seq));
  };

  collectors = (): Promise<ReadonlyMap<string, boolean>> => Promise.resolve(new Map(this.#collectors));

  putCollector = (collector: string, keepsOnce: boolean): Promise<void> => {
    this.#collectors.set(collector, keepsOnce);
    return Promise.resolve();
  };

  /** How many events wait in it. */
  get size(): number {
    return [...this.#events.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
