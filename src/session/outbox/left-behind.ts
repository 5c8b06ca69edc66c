import { readRecord } from '../../core/wire/read-json.ts';
import { formatsOf } from '../formats/other-formats.ts';
import type { EventStore, StoredViewing } from '../ports/event-store.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { DeliveringPage, LeftBehindOptions } from './delivering-page.ts';
import { isEvent, readViewing } from '../stored/read-stored.ts';

/** Older events are no news to a collector, and the browser is no archive. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Each of our keys begins with the id of its viewing, a UUIDv7: its first 48 bits are a time. */
const TIME_OF_KEY = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * Delivers the viewings of pages that are gone: crashed, or left without a network. Resolves to the milliseconds after
 * which there may be more, if there may be.
 */
export async function drainLeftBehind(options: LeftBehindOptions): Promise<number | undefined> {
  const { page, own, subject } = options;
  const { store } = page;
  if (!store) return undefined;
  const now = page.environment.now();
  let nextLease = Infinity;
  const byCollector = new Map<string, StoredViewing[]>();
  for (const stored of await store.list()) {
    if (own.has(stored.key)) continue;
    const record = readViewing(stored);
    // Whatever it is, it keeps no other from its delivery.
    if (record === 'unreadable') {
      await remove(stored.key, page, store).catch(() => {});
      continue;
    }
    if (record === 'newer') {
      await expire(stored, store, now).catch(() => {});
      continue;
    }
    if (now - record.viewing.begunAt > MAX_AGE_MS) await store.forget(record.key);
    else if (record.subject !== subject) continue;
    else if (record.aliveUntil <= now || page.keepsOnce(record) === true)
      byCollector.set(record.collector, [...(byCollector.get(record.collector) ?? []), record]);
    if (record.aliveUntil > now) nextLease = Math.min(nextLease, record.aliveUntil);
  }
  // One after the other for each collector: one that is slow, or away, keeps no other waiting.
  await Promise.all(
    [...byCollector.values()].map(async (records) => {
      for (const record of records) await deliver(record, options);
    }),
  );
  return nextLease === Infinity ? undefined : nextLease - now + 1_000;
}

/** Delivers one of them, and resolves when that is done or given up. A page that may be alive keeps its stored viewing. */
async function deliver(record: StoredViewing, options: LeftBehindOptions): Promise<void> {
  const { page } = options;
  const events = await readableEvents(record, page.store);
  const isShared = record.aliveUntil > page.environment.now();
  if (isShared && events.length === 0) return;
  const [format] = await formatsOf(record.format, page.v1Format);
  const send = page.transports.get(record.collector);
  if (!format || (record.hasTransport && !send)) return;
  await new Promise<void>((resolve) => {
    const onChange = () => {
      if (queue.isOver) resolve();
    };
    const queue = page.queue({ record, format, send, isShared, onChange }, events);
    queue.close();
    onChange();
  });
}

/** The events of a stored viewing; those that no format can write down are deleted, and counted as lost. */
async function readableEvents(
  record: StoredViewing,
  store: EventStore | undefined,
): Promise<readonly ViewingEvent[]> {
  const stored = (await store?.events(record.key)) ?? [];
  const events = stored.filter(isEvent);
  const others = stored.filter((event) => !isEvent(event));
  record.dropped += others.length;
  const seqs = others.map((event) => readRecord(event)?.['seq']).filter((seq) => typeof seq === 'number');
  if (seqs.length > 0) await store?.remove(record.key, seqs);
  return events;
}

/** Removes a stored viewing that nobody can read; its events count as lost. */
async function remove(key: string, page: DeliveringPage, store: EventStore): Promise<void> {
  const events = await store.events(key);
  await store.forget(key);
  page.lose(Math.max(1, events.length));
}

/** Removes a stored viewing of a newer version once it is too old. Where it says no time, its age counts from now. */
async function expire(record: StoredViewing, store: EventStore, now: number): Promise<void> {
  const { key, foundAt } = readRecord(record) ?? {};
  const [, high, low] = TIME_OF_KEY.exec(String(key)) ?? [];
  const time = high && low ? Number.parseInt(high + low, 16) : foundAt;
  if (!Number.isFinite(time)) await store.put({ ...record, foundAt: now }, []);
  else if (now - Number(time) > MAX_AGE_MS) await store.forget(record.key);
}
