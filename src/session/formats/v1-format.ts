import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import type { CollectorAnswer, EventBatch, EventFormat } from '../ports/event-format.ts';
import type { Viewing, ViewingEvent } from '../ports/viewing.ts';

const TYPES = /^(ready|play|resume|pause|end|seek.*)$/;
const MAX_SESSION_ID_LENGTH = 200;

/** The service's first-generation collector: seven types of events, and a session that it names itself. */
export const v1Format: EventFormat = {
  name: 'v1',
  // Plain text needs no preflight.
  contentType: 'text/plain;charset=UTF-8',
  takes: ({ type }) => TYPES.test(type),
  address: (collector, { kind }) => `${collector.replace(/\/+$/, '')}/${kind === 'video' ? 'vod' : 'live'}`,
  body: (batch) => JSON.stringify(payload(batch)),
  read: readAnswer,
};

/** JSON leaves out undefined fields. */
function payload({ viewing, events, dropped, sessionId, sentAt }: EventBatch): object {
  return {
    emitted_at: isoTime(sentAt),
    session: {
      session_id: sessionId,
      viewing_id: viewing.id,
      ...mediaOf(viewing),
      loaded_at: isoTime(viewing.begunAt),
      referrer: viewing.referrer,
      metadata: Object.entries(viewing.metadata).map(([name, value]) => ({ [name]: value })),
    },
    events: events.map((event) => wireEvent(viewing, event)),
    dropped: dropped || undefined,
  };
}

function mediaOf({ kind, mediaId }: Viewing): object {
  return kind === 'video' ? { video_id: mediaId } : { live_stream_id: mediaId };
}

function wireEvent({ id }: Viewing, { seq, emittedAt, ...fact }: ViewingEvent): object {
  return { id: `${id}-${String(seq)}`, ...fact, emitted_at: isoTime(emittedAt) };
}

/** The collector's name of the session, if it gives one that can be used. */
function readAnswer(answer: string): CollectorAnswer {
  const record = readRecord(parseJson(answer));
  const id = readText(record?.['session']);
  return {
    sessionId: id && id.length <= MAX_SESSION_ID_LENGTH ? id : undefined,
    keepsOnce: record?.['keeps_once'] === true,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
