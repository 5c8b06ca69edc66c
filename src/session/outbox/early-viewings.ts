import { isSampled } from '../../core/viewing-id.ts';
import { formatsOf } from '../formats/other-formats.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { StoredPress } from '../stored/press.ts';
import { idOfPress, readLine, type StoredEnd } from '../stored/read-stored.ts';
import type { LeftBehindOptions } from './delivering-page.ts';

/** A press that was left sooner was a slip; later, the viewer gave up. */
const EXIT_MS = 1_000;
/** Lines of visitors who never come back are no archive. */
const MAX_KEPT = 50;
/** As of what is stored otherwise. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Delivers the viewings that ended before the code of session events was there, or before the store was open, for one
 * visitor. The lines of others wait for them.
 */
export async function deliverEarlyEvents(options: LeftBehindOptions): Promise<void> {
  const { page, own, subject } = options;
  const { environment, store } = page;
  const lines = environment.earlyEvents.split('\n').filter((line) => line.trim());
  const isRecent = (time: number) => environment.now() - time <= MAX_AGE_MS;
  const presses: StoredPress[] = [];
  const ends: StoredEnd[] = [];
  const others: string[] = [];
  let unreadable = 0;
  for (const line of lines) {
    const read = readLine(line);
    if (read.type === 'unreadable') unreadable++;
    else if (read.type === 'newer') others.push(line);
    else if (read.type === 'press') {
      const { press } = read;
      if (!isRecent(press.pressedAt)) continue;
      if (press.subject === subject) presses.push(press);
      else others.push(line);
    } else {
      const { record: stored } = read.end;
      if (!isRecent(stored.viewing.begunAt)) continue;
      // A page that may come back delivers its own.
      if (stored.subject === subject && !own.has(stored.key)) ends.push(read.end);
      else others.push(line);
    }
  }
  environment.earlyEvents = `\n${others.slice(-MAX_KEPT).join('\n')}`;
  if (unreadable > 0) page.lose(unreadable);
  await deliverPresses(presses, options);
  for (const { record: stored, events } of ends) {
    const [format] = await formatsOf(stored.format, page.v1Format);
    const send = page.transports.get(stored.collector);
    // With a store, it is delivered with the stored ones.
    if (store) await store.put({ ...stored, aliveUntil: 0 }, events);
    else if (format && (send || !stored.hasTransport)) page.queue({ stored, format, send }, events).close();
  }
}

/** A press, and the end of the page. */
async function deliverPresses(
  presses: readonly StoredPress[],
  { page, subject }: LeftBehindOptions,
): Promise<void> {
  for (const press of presses) {
    const { by, collector, kind, mediaId, formats, sampleRate } = press;
    const id = idOfPress(press);
    if (!isSampled(id, sampleRate)) continue;
    const begunAt = Math.round(press.pressedAt);
    const leftAt = Math.round(press.leftAt);
    const events: ViewingEvent[] = [
      { seq: 0, emittedAt: begunAt, type: 'intent', by, at: 0 },
      { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
    ];
    for (const format of await formatsOf(formats ?? 'v1', page.v1Format)) {
      const queue = page.begin({
        viewing: { id, kind, mediaId, begunAt, begunBy: 'intent', referrer: '', metadata: {} },
        target: { collector, format },
        subject,
      });
      queue.stored.totals.exitBeforeStart = leftAt - begunAt >= EXIT_MS;
      for (const event of events) queue.add(event);
      queue.close();
    }
  }
}
