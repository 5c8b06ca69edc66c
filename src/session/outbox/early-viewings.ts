import type { EarlyIntent } from '../../core/early-events.ts';
import { makeUuidV7 } from '../../core/uuid-v7.ts';
import type { EventFormat } from '../ports/event-format.ts';
import type { StoredViewing } from '../ports/event-store.ts';
import { emptyTotals, type ViewingEvent } from '../ports/viewing.ts';
import { ViewingQueue, type QueuePage } from './viewing-queue.ts';

/** A press without a frame within so many milliseconds was a slip; later, the viewer gave up. */
const EXIT_MS = 1_000;

/** Delivers the viewings that ended before the code of session events was there: a press, and the end of the page. */
export async function deliverIntents(
  intents: readonly EarlyIntent[],
  page: QueuePage,
  formatOf: (name: EventFormat['name']) => Promise<EventFormat>,
): Promise<void> {
  for (const intent of intents) {
    const format = await formatOf(intent.format as EventFormat['name']).catch(() => undefined);
    if (!format) continue;
    const queue = new ViewingQueue({ record: recordOf(intent, format.name), format, page });
    for (const event of eventsOf(intent)) queue.add(event);
    queue.close();
  }
}

function recordOf(intent: EarlyIntent, format: EventFormat['name']): StoredViewing {
  const { collector, kind, mediaId, subject, pressedAt, leftAt } = intent;
  const id = makeUuidV7(pressedAt);
  return {
    key: `${id} ${format} ${collector}`,
    viewing: { id, kind, mediaId, begunAt: pressedAt, begunBy: 'intent', referrer: '', metadata: {} },
    collector,
    format,
    subject,
    totals: { ...emptyTotals(), exitBeforeStart: leftAt - pressedAt >= EXIT_MS },
    dropped: 0,
    sessionId: undefined,
    aliveUntil: 0,
  };
}

function eventsOf({ by, pressedAt, leftAt }: EarlyIntent): ViewingEvent[] {
  return [
    { seq: 0, emittedAt: pressedAt, type: 'intent', by, at: 0 },
    { seq: 1, emittedAt: leftAt, type: 'leave', at: 0 },
  ];
}
