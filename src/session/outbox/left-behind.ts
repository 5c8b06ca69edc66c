import { readRecord } from '../../core/wire/read-json.ts';
import { formatsBeside } from '../formats/formats-beside.ts';
import type { StoredViewing } from '../ports/event-store.ts';
import type { LeftBehindOptions } from './delivering-page.ts';

export { deliverEarlyEvents } from './early-viewings.ts';

/** Older events are no news to a collector, and the browser is no archive. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

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
  for (const record of await store.list()) {
    // A newer version, or the page's own scripts, may have written it.
    if (own.has(record.key) || !isReadable(record)) continue;
    if (now - record.viewing.begunAt > MAX_AGE_MS) await store.forget(record.key);
    else if (record.subject !== subject) continue;
    else if (record.aliveUntil <= now || page.keepsOnce(record) === true) await deliver(record, options);
    if (record.aliveUntil > now) nextLease = Math.min(nextLease, record.aliveUntil);
  }
  return nextLease === Infinity ? undefined : nextLease - now + 1_000;
}

/** Delivers one of them, and resolves when that is done or given up. A page that may be alive keeps its record. */
async function deliver(record: StoredViewing, options: LeftBehindOptions): Promise<void> {
  const { page } = options;
  const events = (await page.store?.events(record.key)) ?? [];
  const isShared = record.aliveUntil > page.environment.now();
  if (isShared && events.length === 0) return;
  const [format] = await formatsBeside(page.v1Format, record.format);
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

function isReadable(record: unknown): boolean {
  const { viewing, totals, aliveUntil } = readRecord(record) ?? {};
  return (
    !!readRecord(totals) && Number.isFinite(readRecord(viewing)?.['begunAt']) && Number.isFinite(aliveUntil)
  );
}
