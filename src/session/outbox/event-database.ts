import { openDatabase } from '../../core/open-database.ts';
import type { EventStore, StoredViewing } from '../ports/event-store.ts';
import type { ViewingEvent } from '../ports/viewing.ts';

const DATABASE_NAME = 'vh-session-events';
const VIEWINGS = 'viewings';
const EVENTS = 'events';
const COLLECTORS = 'collectors';

interface StoredEvent {
  key: string;
  seq: number;
  event: ViewingEvent;
}

/** Opens the store in IndexedDB, which outlives the page and the crash of a tab. */
export async function openEventDatabase(): Promise<EventStore> {
  // A sandboxed frame has none, and Chromium reports the call as an unhandled error.
  if (origin === 'null') throw new DOMException('', 'SecurityError');
  const make = (database: IDBDatabase) => {
    database.createObjectStore(VIEWINGS, { keyPath: 'key' });
    database.createObjectStore(EVENTS, { keyPath: ['key', 'seq'] });
    database.createObjectStore(COLLECTORS, { keyPath: 'collector' });
  };
  return new EventDatabase(await openDatabase({ name: DATABASE_NAME, make }));
}

/** Every call is one transaction; the browser runs them in the order of the calls. */
class EventDatabase implements EventStore {
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  put(viewing: StoredViewing, events: readonly ViewingEvent[]): Promise<void> {
    return this.#write([VIEWINGS, EVENTS], (transaction) => {
      transaction.objectStore(VIEWINGS).put(viewing);
      for (const event of events) {
        const stored: StoredEvent = { key: viewing.key, seq: event.seq, event };
        transaction.objectStore(EVENTS).put(stored);
      }
    });
  }

  remove(key: string, seqs: readonly number[]): Promise<void> {
    return this.#write([EVENTS], (transaction) => {
      for (const seq of seqs) transaction.objectStore(EVENTS).delete([key, seq]);
    });
  }

  forget(key: string): Promise<void> {
    return this.#write([VIEWINGS, EVENTS], (transaction) => {
      transaction.objectStore(VIEWINGS).delete(key);
      transaction.objectStore(EVENTS).delete(ofViewing(key));
    });
  }

  async list(): Promise<StoredViewing[]> {
    return (await this.#read(VIEWINGS)) as StoredViewing[];
  }

  async events(key: string): Promise<ViewingEvent[]> {
    const stored = (await this.#read(EVENTS, ofViewing(key))) as StoredEvent[];
    return stored.map(({ event }) => event);
  }

  async collectors(): Promise<ReadonlyMap<string, boolean>> {
    const stored = (await this.#read(COLLECTORS)) as { collector: string; keepsOnce: boolean }[];
    return new Map(stored.map(({ collector, keepsOnce }) => [collector, keepsOnce]));
  }

  putCollector(collector: string, keepsOnce: boolean): Promise<void> {
    return this.#write([COLLECTORS], (transaction) => {
      transaction.objectStore(COLLECTORS).put({ collector, keepsOnce });
    });
  }

  #write(stores: string[], work: (transaction: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      // Written is written: no event waits for the disk, and a crash of the tab loses nothing.
      const transaction = this.#database.transaction(stores, 'readwrite', { durability: 'relaxed' });
      transaction.oncomplete = () => {
        resolve();
      };
      transaction.onabort = () => {
        reject(transaction.error ?? new DOMException('', 'AbortError'));
      };
      work(transaction);
      // A page that goes never learns that its requests are done: without this, the browser would drop them with it.
      transaction.commit();
    });
  }

  #read(store: string, range?: IDBKeyRange): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const request = this.#database.transaction(store).objectStore(store).getAll(range);
      request.onsuccess = () => {
        resolve(request.result as unknown[]);
      };
      request.onerror = () => {
        reject(request.error ?? new DOMException('', 'UnknownError'));
      };
    });
  }
}

function ofViewing(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}
