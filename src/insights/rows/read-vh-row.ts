import { readList, readNumber, readRecord } from '../../core/wire/read-json.ts';
import { readAmount, readCount, readId, readMoment, readSeconds, readViewer } from './read-values.ts';
import { readEvents } from './read-event.ts';
import type { ReadRow, ReportedTotals } from './report.ts';

const SCHEMA = 'vh-events/1';
const MAX_EVENTS = 1000;
const MAX_RANGES = 1000;

/** Reads the body of `POST {collector}/events`: `docs/session-events.schema.json`. */
export function readVhRow(row: Readonly<Record<string, unknown>>, viewerKey: string): ReadRow | undefined {
  const viewing = readRecord(row['viewing']);
  const [id, mediaId, sentAt] = [
    readId(viewing?.['id']),
    readId(viewing?.['mediaId']),
    readMoment(row['sentAt']),
  ];
  const kind = viewing?.['kind'];
  const values = readList(row['events']);
  if (row['schema'] !== SCHEMA || !viewing || id === undefined || mediaId === undefined) return undefined;
  if (kind !== 'video' && kind !== 'live-stream') return undefined;
  if (sentAt === undefined || values.length > MAX_EVENTS) return undefined;
  const { events, badEvents, lastAt } = readEvents(values, {
    momentName: 'emittedAt',
    seqOf: ({ seq }) => readCount(seq),
  });
  return {
    report: {
      viewing: id,
      media: { id: mediaId, kind },
      begunAt: readMoment(viewing['begunAt']),
      sentAt,
      heardAt: lastAt ?? sentAt,
      viewer: readViewer(readRecord(viewing['metadata'])?.[viewerKey]),
      events,
      totals: readTotals(row['totals']),
    },
    badEvents,
  };
}

/** The player's own sums; undefined where they are not those of the format. */
export function readTotals(value: unknown): ReportedTotals | undefined {
  const totals = readRecord(value);
  if (!totals) return undefined;
  const { exitBeforeStart, failed } = totals;
  const watchTime = readAmount(totals['watchTime']);
  const rebufferCount = readCount(totals['rebufferCount']);
  const rebufferDuration = readAmount(totals['rebufferDuration']);
  const ranges = readList(totals['watched']);
  if (typeof exitBeforeStart !== 'boolean' || typeof failed !== 'boolean') return undefined;
  if (watchTime === undefined || rebufferCount === undefined || rebufferDuration === undefined)
    return undefined;
  if (!Array.isArray(totals['watched']) || ranges.length > MAX_RANGES) return undefined;
  return {
    videoStartup:
      readNumber(totals['videoStartup']) === undefined ? undefined : readAmount(totals['videoStartup']),
    exitBeforeStart,
    failed,
    watchTime,
    watched: ranges.flatMap(readRange),
    rebufferCount,
    rebufferDuration,
  };
}

function readRange(value: unknown): [number, number][] {
  const [from, to] = readList(value).map(readSeconds);
  return from !== undefined && to !== undefined && to > from ? [[from, to]] : [];
}
