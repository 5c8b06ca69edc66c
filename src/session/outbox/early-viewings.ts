import { isSampled } from '../../core/viewing-id.ts';
import { formatsOf } from '../formats/other-formats.ts';
import type { EventFormat } from '../ports/event-format.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { StoredPress } from '../stored/press.ts';
import { idOfPress, readLine, type StoredEnd, type StoredLine } from '../stored/read-stored.ts';
import type { DeliveringPage, LeftBehindOptions } from './delivering-page.ts';
import type { Transport } from './sender.ts';

/** A press that was left sooner was a slip; later, the viewer gave up. */
const EXIT_MS = 1_000;
/** Lines of visitors who never come back are no archive. */
const MAX_KEPT = 50;
/** As of what is stored otherwise. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Delivers the viewings that ended before the code of session events was there, or before the store was open, for one
 * visitor. The lines of others wait for them, and so do those that nothing here can deliver or store. Resolves to false where
 * the code of a format did not come: the next try may have it.
 */
export async function deliverEarlyEvents(options: LeftBehindOptions): Promise<boolean> {
  const { page, own, subject } = options;
  const { environment, store } = page;
  const formats = await formatsOfLines(page);
  const isRecent = (time: number) => environment.now() - time <= MAX_AGE_MS;
  const presses: EarlyPress[] = [];
  const ends: EarlyEnd[] = [];
  const others: string[] = [];
  let unreadable = 0;
  // From here to where they are written, nothing waits: what is taken out, no other page takes.
  for (const line of linesOf(page)) {
    const read = readLine(line);
    const found = formats.get(formatNamesOf(read));
    if (read.type === 'unreadable') unreadable++;
    else if (read.type === 'newer') others.push(line);
    else if (read.type === 'press') {
      const { press } = read;
      if (!isRecent(press.pressedAt)) continue;
      if (press.subject === subject && found) presses.push({ press, formats: found });
      else others.push(line);
    } else {
      const { record: stored } = read.end;
      if (!isRecent(stored.viewing.begunAt)) continue;
      const send = page.transports.get(stored.collector);
      const format = send || !stored.hasTransport ? found?.[0] : undefined;
      // A page that may come back delivers its own.
      if (stored.subject === subject && !own.has(stored.key) && (store ? found : format))
        ends.push({ ...read.end, line, format, send });
      else others.push(line);
    }
  }
  environment.earlyEvents = `\n${others.slice(-MAX_KEPT).join('\n')}`;
  if (unreadable > 0) page.lose(unreadable);
  for (const early of presses) deliverPress(early, options);
  for (const { line, record: stored, events, format, send } of ends) {
    const deliver = () => {
      if (format) page.queue({ stored, format, send }, events).close();
      else environment.earlyEvents += `\n${line}`;
    };
    // With a store, it is delivered with the stored ones.
    if (store) await store.put({ ...stored, aliveUntil: 0 }, events).catch(deliver);
    else deliver();
  }
  return ![...formats.values()].includes(undefined);
}

/** A press, and the formats of its events. */
interface EarlyPress {
  readonly press: StoredPress;
  readonly formats: readonly EventFormat[];
}

/** The end of a viewing, its line, and the way to its collector; without a format, this page has none. */
interface EarlyEnd extends StoredEnd {
  readonly line: string;
  readonly format: EventFormat | undefined;
  readonly send: Transport | undefined;
}

function linesOf({ environment }: DeliveringPage): string[] {
  return environment.earlyEvents.split('\n').filter((line) => line.trim());
}

/** The formats of all lines, by their names as a line has them; undefined where their code cannot be fetched. */
async function formatsOfLines(
  page: DeliveringPage,
): Promise<ReadonlyMap<string, readonly EventFormat[] | undefined>> {
  const names = new Set(linesOf(page).map((line) => formatNamesOf(readLine(line))));
  const load = async (name: string) =>
    [name, await formatsOf(name, page.v1Format).catch(() => undefined)] as const;
  return new Map(await Promise.all([...names].map(load)));
}

function formatNamesOf(read: StoredLine): string {
  if (read.type === 'press') return read.press.formats ?? 'v1';
  return read.type === 'end' ? read.end.record.format : '';
}

/** A press, and the end of the page. */
function deliverPress({ press, formats }: EarlyPress, { page, subject }: LeftBehindOptions): void {
  const { by, collector, kind, mediaId, sampleRate } = press;
  const id = idOfPress(press);
  if (!isSampled(id, sampleRate)) return;
  const begunAt = Math.round(press.pressedAt);
  const leftAt = Math.round(press.leftAt);
  const events: ViewingEvent[] = [
    { seq: 0, emittedAt: begunAt, type: 'intent', by, at: 0 },
    { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
  ];
  for (const format of formats) {
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
