import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../../http/exchange.ts';
import { readDay } from '../../http/values/period.ts';
import { Problem } from '../../http/problem.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';
import type { RecordFilter, SessionRecord } from '../../store/analytics/session-records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sessions that are read in one go. */
const BATCH_SIZE = 50;

/** All that the collectors have taken, a JSON object a line: each session, then its events, then its lines of CMCD. */
export const registerEventsExportRoutes: RegisterRoutes = (services) => {
  services.controls.on('GET', '/events.ndjson', async ({ query, request, response }) => {
    const all = lines(services, readRecordFilter(query));
    // Before the head: what goes wrong by then is answered with a word.
    const first = await all.next();
    response.writeHead(200, {
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="events.ndjson"',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD' || first.done === true) {
      response.end();
      return;
    }
    // A reader that goes away is no failure.
    await pipeline(Readable.from(from(first.value, all)), response).catch((error: unknown) => {
      if (!response.destroyed) throw error;
    });
  });
};

/** Reads `videoId` or `liveStreamId`, and the days `from` and `to`, which are included; all may be missing. */
export function readRecordFilter(query: Exchange['query']): RecordFilter {
  const day = (name: string) => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    const moment = readDay(text);
    if (moment === undefined) throw new Problem('invalid-attribute', { name, detail: 'A day is wanted.' });
    return moment;
  };
  const to = day('to');
  return {
    mediaId: query.get('videoId') || query.get('liveStreamId') || undefined,
    from: day('from'),
    to: to === undefined ? undefined : to + DAY_MS,
  };
}

async function* from(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* lines(services: Services, filter: RecordFilter): AsyncGenerator<string> {
  for await (const rows of exportRows(services, filter))
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The rows of one session at a time, with room for others in between: neither a long export nor its reader holds up anything. */
export async function* exportRows(services: Services, filter: RecordFilter): AsyncGenerator<object[]> {
  const { sessionRecords } = services;
  for (let place = 0; ;) {
    const found = sessionRecords.after(place, filter, BATCH_SIZE);
    if (found.length === 0) return;
    for (const session of found) {
      yield rowsOf(services, session);
      place = session.place;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function rowsOf({ sessionRecords, cmcdLines }: Services, session: SessionRecord): object[] {
  const { sessionId, viewingId } = session;
  return [
    sessionLine(session),
    ...sessionRecords.events(session).map(({ seq, type, emittedAt, details }) => {
      const name = { record: 'event', sessionId, viewingId };
      return { ...name, seq, type, emittedAt: new Date(emittedAt).toISOString(), ...details };
    }),
    ...cmcdLines.of(sessionId).map((line) => ({ record: 'cmcd', sessionId, viewingId, line })),
  ];
}

function sessionLine(session: SessionRecord): object {
  const { kind, mediaId, loadedAt, endedAt, metadata } = session;
  return {
    record: 'session',
    sessionId: session.sessionId,
    viewingId: session.viewingId,
    ...(kind === 'live' ? { liveStreamId: mediaId } : { videoId: mediaId }),
    loadedAt: new Date(loadedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    begunBy: session.begunBy,
    referrer: session.referrer,
    metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
    userAgent: session.userAgent,
    dropped: session.dropped,
    plays: session.plays,
    totals: session.totals,
  };
}
