import type { EarlyIntent } from '../../core/press/early-events.ts';
import { idOfPress } from '../../core/press/press-id.ts';
import { isSampled } from '../../core/viewing-id.ts';
import { parseJson, readRecord } from '../../core/wire/read-json.ts';
import { formatsOf } from '../formats/other-formats.ts';
import type { StoredViewing } from '../ports/event-store.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { LeftBehindOptions } from './delivering-page.ts';

/** A press that was left sooner was a slip; later, the viewer gave up. */
const EXIT_MS = 1_000;
/** Lines of visitors who never come back are no archive. */
const MAX_KEPT = 50;
/** As of what is stored otherwise. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** A viewing that ended before its store was open, with what no collector had acknowledged. */
type EarlyViewing = readonly [record: StoredViewing, events: ViewingEvent[]];

/**
 * Delivers the viewings that ended before the code of session events was there, or before the store was open, for one
 * visitor. The lines of others wait for them.
 */
export async function deliverEarlyEvents(options: LeftBehindOptions): Promise<void> {
  const { page, own, subject } = options;
  const { environment, store } = page;
  const lines = environment.earlyEvents.split('\n').map(parseJson);
  const isOwn = (of: string | undefined) => of === subject;
  const isRecent = (begunAt: number) => environment.now() - begunAt <= MAX_AGE_MS;
  const intents = lines
    .filter(isIntent)
    .filter(({ press, timeOrigin }) => isRecent(timeOrigin + press.elapsed));
  const viewings = lines.filter(isViewing).filter(([{ viewing }]) => isRecent(viewing.begunAt));
  // A page that may come back delivers its own.
  const isTaken = ([record]: EarlyViewing) => isOwn(record.subject) && !own.has(record.key);
  const others = [
    ...intents.filter((intent) => !isOwn(intent.subject)),
    ...viewings.filter((viewing) => !isTaken(viewing)),
  ];
  const kept = others.slice(-MAX_KEPT).map((line) => JSON.stringify(line));
  environment.earlyEvents = `\n${kept.join('\n')}`;
  await deliverIntents(
    intents.filter((intent) => isOwn(intent.subject)),
    options,
  );
  for (const [record, events] of viewings.filter(isTaken)) {
    const [format] = await formatsOf(record.format, page.v1Format);
    const send = page.transports.get(record.collector);
    // With a store, it is delivered with the stored ones.
    if (store) await store.put({ ...record, aliveUntil: 0 }, events);
    else if (format && (send || !record.hasTransport)) page.queue({ record, format, send }, events).close();
  }
}

/** A press, and the end of the page. */
async function deliverIntents(
  intents: readonly EarlyIntent[],
  { page, subject }: LeftBehindOptions,
): Promise<void> {
  for (const intent of intents) {
    const { collector, kind, mediaId, press, timeOrigin, left, formats, sampleRate } = intent;
    const id = idOfPress(timeOrigin, press);
    if (!isSampled(id, sampleRate)) continue;
    const begunAt = Math.round(timeOrigin + press.elapsed);
    const leftAt = Math.round(timeOrigin + left);
    const events: ViewingEvent[] = [
      { seq: 0, emittedAt: begunAt, type: 'intent', by: press.isViewer ? 'viewer' : 'page', at: 0 },
      { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
    ];
    for (const format of await formatsOf(formats ?? 'v1', page.v1Format)) {
      const queue = page.begin({
        viewing: { id, kind, mediaId, begunAt, begunBy: 'intent', referrer: '', metadata: {} },
        target: { collector, format },
        subject,
      });
      queue.record.totals.exitBeforeStart = leftAt - begunAt >= EXIT_MS;
      for (const event of events) queue.add(event);
      queue.close();
    }
  }
}

/** The page's own scripts write to this storage, too. */
function isIntent(value: unknown): value is EarlyIntent {
  const intent = readRecord(value);
  const press = readRecord(intent?.['press']);
  if (!intent || !press) return false;
  const { collector, kind, mediaId, subject, timeOrigin, left, formats, sampleRate } = intent;
  return (
    typeof collector === 'string' &&
    typeof mediaId === 'string' &&
    (subject === undefined || typeof subject === 'string') &&
    [formats, sampleRate].every((text) => text === null || typeof text === 'string') &&
    (kind === 'video' || kind === 'live-stream') &&
    [press['elapsed'], press['storedAs'], timeOrigin, left].every((number) => Number.isFinite(number))
  );
}

function isViewing(value: unknown): value is EarlyViewing {
  if (!Array.isArray(value) || !Array.isArray(value[1])) return false;
  const record = readRecord(value[0]);
  const viewing = readRecord(record?.['viewing']);
  const texts = [
    record?.['key'],
    record?.['collector'],
    record?.['format'],
    viewing?.['id'],
    viewing?.['mediaId'],
  ];
  return (
    texts.every((text) => typeof text === 'string') &&
    Number.isFinite(viewing?.['begunAt']) &&
    value[1].every(isEvent)
  );
}

/** Whether a stored event has what every format writes down: a time that there is, too. */
export function isEvent(value: unknown): value is ViewingEvent {
  const { seq, type, emittedAt } = readRecord(value) ?? {};
  return (
    Number.isInteger(seq) &&
    typeof type === 'string' &&
    !Number.isNaN(new Date(emittedAt as number).getTime())
  );
}
