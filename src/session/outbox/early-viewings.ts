import type { EarlyIntent } from '../../core/early-events.ts';
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
    for (const format of await loadFormats(intent.formats)) {
      const queue = new ViewingQueue({ record: recordOf(intent, format), format, page });
      for (const event of eventsOf(intent)) queue.add(event);
      queue.close();
    }
  }
}

function recordOf(intent: EarlyIntent, { name }: EventFormat): StoredViewing {
  const { collector, kind, mediaId, viewingId: id, subject, pressedAt, leftAt } = intent;
  return {
    key: `${id} ${name} ${collector}`,
    viewing: { id, kind, mediaId, begunAt: pressedAt, begunBy: 'intent', referrer: '', metadata: {} },
    collector,
    format: name,
    hasTransport: false,
    subject,
    totals: { ...emptyTotals(), exitBeforeStart: leftAt - pressedAt >= EXIT_MS },
    dropped: 0,
    sessionId: undefined,
    aliveUntil: 0,
  };
}

function eventsOf({ by, pressedAt, leftAt }: EarlyIntent): ViewingEvent[] {
  return [
    { seq: 0, emittedAt: pressedAt, type: 'intent', by: by === 'viewer' ? by : 'page', at: 0 },
    { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
  ];
}
