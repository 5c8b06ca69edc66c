import type { EventFormat } from '../ports/event-format.ts';
import type { EventStore, StoredViewing } from '../ports/event-store.ts';
import type { Transport } from './sender.ts';
import { ViewingQueue, type QueuePage } from './viewing-queue.ts';

/** Older events are no news to a collector, and the browser is no archive. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Options of `drainLeftBehind`. */
export interface LeftBehindOptions {
  page: QueuePage;
  store: EventStore;
  /** Keys of the viewings that this page delivers itself. */
  own: ReadonlySet<string>;
  /** The visitor of this page: other visitors' viewings wait for them. */
  subject: string | undefined;
  /** The page's own ways of delivery, by the names of their collectors. */
  transports: ReadonlyMap<string, Transport>;
  loadFormats: (names: string) => Promise<readonly EventFormat[]>;
}

/**
 * Delivers the viewings of pages that are gone: crashed, or left without a network. Resolves to the milliseconds after
 * which there may be more, if there may be.
 */
export async function drainLeftBehind(options: LeftBehindOptions): Promise<number | undefined> {
  const { page, store, own, subject } = options;
  const now = page.environment.now();
  let nextLease = Infinity;
  for (const record of await store.list()) {
    if (own.has(record.key)) continue;
    if (now - record.viewing.begunAt > MAX_AGE_MS) await store.forget(record.key);
    else if (record.subject !== subject) continue;
    else if (record.aliveUntil <= now || page.keepsOnce(record) === true) await deliver(record, options);
    if (record.aliveUntil > now) nextLease = Math.min(nextLease, record.aliveUntil);
  }
  return nextLease === Infinity ? undefined : nextLease - now + 1_000;
}

/** Delivers one of them, and resolves when that is done or given up. A page that may be alive keeps its record. */
async function deliver(record: StoredViewing, options: LeftBehindOptions): Promise<void> {
  const { page, store } = options;
  const events = await store.events(record.key);
  const isShared = record.aliveUntil > page.environment.now();
  if (isShared && events.length === 0) return;
  const [format] = await options.loadFormats(record.format);
  const send = options.transports.get(record.collector);
  if (!format || (record.hasTransport && !send)) return;
  await new Promise<void>((resolve) => {
    const onChange = () => {
      if (queue.isOver) resolve();
    };
    const queue = new ViewingQueue({ record, format, page, send, isShared, onChange }, events);
    queue.close();
    onChange();
  });
}
