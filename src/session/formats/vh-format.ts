import { parseJson, readRecord } from '../../core/wire/read-json.ts';
import type { EventBatch, EventFormat } from '../ports/event-format.ts';
import { emptyTotals, type ViewingEvent } from '../ports/viewing.ts';

/** All that is known of a viewing: docs/session-events.md and docs/session-events.schema.json describe it. */
export const vhFormat: EventFormat = {
  name: 'vh',
  // Plain text needs no preflight.
  contentType: 'text/plain;charset=UTF-8',
  takes: () => true,
  address: (collector) => `${collector.replace(/\/+$/, '')}/events`,
  body: ({ viewing, events, totals, dropped, sentAt }: EventBatch) => {
    const { id, kind, mediaId, begunAt, begunBy, referrer, metadata } = viewing;
    return JSON.stringify({
      schema: 'vh-events/1',
      viewing: { id, kind, mediaId, begunAt: isoTime(begunAt), begunBy, referrer, metadata },
      sentAt: isoTime(sentAt),
      dropped: dropped || undefined,
      events: events.map(wireEvent),
      totals: { ...emptyTotals(), ...totals },
    });
  },
  read: (answer) => ({ keepsOnce: readRecord(parseJson(answer))?.['keepsOnce'] === true }),
};

function wireEvent({ seq, type, emittedAt, ...details }: ViewingEvent): object {
  return { seq, type, emittedAt: isoTime(emittedAt), ...details };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
