import type { EarlyIntent } from '../../core/early-events.ts';
import { makeUuidV7 } from '../../core/uuid-v7.ts';
import type { EventFormat } from '../ports/event-format.ts';
import type { StoredViewing } from '../ports/event-store.ts';
import { emptyTotals, type ViewingEvent } from '../ports/viewing.ts';
import { ViewingQueue, type QueuePage } from './viewing-queue.ts';

/** A press that was left sooner was a slip; later, the viewer gave up. */
const EXIT_MS = 1_000;

/** Delivers the viewings that ended before the code of session events was there: a press, and the end of the page. */
export async function deliverIntents(
  intents: readonly EarlyIntent[],
  page: QueuePage,
  loadFormats: (names: string) => Promise<readonly EventFormat[]>,
): Promise<void> {
  for (const intent of intents) {
    for (const format of await loadFormats(intent[1] ?? 'v1')) {
      const queue = new ViewingQueue({ record: recordOf(intent, format), format, page });
      for (const event of eventsOf(intent)) queue.add(event);
      queue.close();
    }
  }
}

function recordOf(intent: EarlyIntent, { name }: EventFormat): StoredViewing {
  const [collector, , kind, mediaId, subject] = intent;
  const { pressedAt, leftAt } = timesOf(intent);
  const id = makeUuidV7(pressedAt);
  return {
    key: `${id} ${name} ${collector}`,
    viewing: { id, kind, mediaId, begunAt: pressedAt, begunBy: 'intent', referrer: '', metadata: {} },
    collector,
    format: name,
    hasTransport: false,
    subject: subject ?? undefined,
    totals: { ...emptyTotals(), exitBeforeStart: leftAt - pressedAt >= EXIT_MS },
    dropped: 0,
    sessionId: undefined,
    aliveUntil: 0,
  };
}

function eventsOf(intent: EarlyIntent): ViewingEvent[] {
  const { pressedAt, leftAt } = timesOf(intent);
  const by = intent[5][1] ? 'viewer' : 'page';
  return [
    { seq: 0, emittedAt: pressedAt, type: 'intent', by, at: 0 },
    { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
  ];
}

function timesOf([, , , , , [elapsed], timeOrigin, left]: EarlyIntent) {
  return { pressedAt: Math.round(timeOrigin + elapsed), leftAt: Math.round(timeOrigin + left) };
}
