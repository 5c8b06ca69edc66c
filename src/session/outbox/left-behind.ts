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
  for (const found of await store.list()) {
    if (own.has(found.key)) continue;
    const stored = readViewing(found);
    // Whatever it is, it keeps no other from its delivery.
    if (stored === 'unreadable') {
      await remove(found.key, page, store).catch(() => {});
      continue;
    }
    if (stored === 'newer') {
      await expire(found, store, now).catch(() => {});
      continue;
    }
    if (now - stored.viewing.begunAt > MAX_AGE_MS) await store.forget(stored.key);
    else if (stored.subject !== subject) continue;
    else if (stored.aliveUntil <= now || page.keepsOnce(stored) === true)
      byCollector.set(stored.collector, [...(byCollector.get(stored.collector) ?? []), stored]);
    if (stored.aliveUntil > now) nextLease = Math.min(nextLease, stored.aliveUntil);
  }
  // One after the other for each collector: one that is slow, or away, keeps no other waiting.
  await Promise.all(
    [...byCollector.values()].map(async (viewings) => {
      for (const stored of viewings) await deliver(stored, options);
    }),
  );
  return nextLease === Infinity ? undefined : nextLease - now + 1_000;
}

/** Delivers one of them, and resolves when that is done or given up. A page that may be alive keeps its stored viewing. */
async function deliver(stored: StoredViewing, options: LeftBehindOptions): Promise<void> {
  const { page } = options;
  const events = await readableEvents(stored, page.store);
  const isShared = stored.aliveUntil > page.environment.now();
  if (isShared && events.length === 0) return;
  const [format] = await formatsOf(stored.format, page.v1Format);
  const send = page.transports.get(stored.collector);
  if (!format || (stored.hasTransport && !send)) return;
  await new Promise<void>((resolve) => {
    const onChange = () => {
      if (queue.isOver) resolve();
    };
    const queue = page.queue({ stored, format, send, isShared, onChange }, events);
    queue.close();
    onChange();
  });
}

/** The events of a stored viewing; those that no format can write down are deleted, and counted as lost. */
async function readableEvents(
  stored: StoredViewing,
  store: EventStore | undefined,
): Promise<readonly ViewingEvent[]> {
  const all = (await store?.events(stored.key)) ?? [];
  const events = all.filter(isEvent);
  const others = all.filter((event) => !isEvent(event));
  stored.dropped += others.length;
  const seqs = others.map((event) => readRecord(event)?.['seq']).filter((seq) => typeof seq === 'number');
  if (seqs.length > 0) await store?.remove(stored.key, seqs);
  return events;
}

/** Removes a stored viewing that nobody can read; its events count as lost. */
async function remove(key: string, page: DeliveringPage, store: EventStore): Promise<void> {
  const events = await store.events(key);
  await store.forget(key);
  page.lose(Math.max(1, events.length));
}

/** Removes a stored viewing of a newer version once it is too old. Where it says no time, its age counts from now. */
async function expire(stored: StoredViewing, store: EventStore, now: number): Promise<void> {
  const { key, foundAt } = readRecord(stored) ?? {};
  const [, high, low] = TIME_OF_KEY.exec(String(key)) ?? [];
  const time = high && low ? Number.parseInt(high + low, 16) : foundAt;
  if (!Number.isFinite(time)) await store.put({ ...stored, foundAt: now }, []);
  else if (now - Number(time) > MAX_AGE_MS) await store.forget(stored.key);
}
