import { readList, readRecord, readText } from '../../core/wire/read-json.ts';
import { readCount, readId, readMoment, readViewer } from './read-values.ts';
import { readEvents } from './read-event.ts';
import type { ReadRow } from './report.ts';

const MAX_EVENTS = 1000;
const MAX_PAIRS = 100;

/** Reads the body of `POST {collector}/vod` or `/live`, of any player of the first generation. */
export function readV1Row(row: Readonly<Record<string, unknown>>, viewerKey: string): ReadRow | undefined {
  const session = readRecord(row['session']);
  if (!session) return undefined;
  const viewing = readId(session['viewing_id']) ?? readId(session['session_id']);
  const [videoId, liveStreamId] = [readId(session['video_id']), readId(session['live_stream_id'])];
  const [sentAt, values] = [readMoment(row['emitted_at']), readList(row['events'])];
  const id = videoId ?? liveStreamId;
  if (viewing === undefined || id === undefined || sentAt === undefined) return undefined;
  if (values.length > MAX_EVENTS) return undefined;
  const { events, badEvents, lastAt } = readEvents(values, { momentName: 'emitted_at', seqOf: numberOf });
  return {
    report: {
      viewing,
      media: { id, kind: videoId === undefined ? 'live-stream' : 'video' },
      begunAt: readMoment(session['loaded_at']),
      sentAt,
      heardAt: lastAt ?? sentAt,
      viewer: readViewer(readPair(session['metadata'], viewerKey)),
      events,
    },
    badEvents,
  };
}

/** An event of our player ends its id with its number, which is the same in every format. */
function numberOf({ id }: Readonly<Record<string, unknown>>): number {
  const digits = readText(id)?.match(/-(\d{1,9})$/)?.[1];
  return (digits === undefined ? undefined : readCount(Number(digits))) ?? -1;
}

/** Both encodings that are about: a list of pairs of one member, and a list of `{key, value}`. */
function readPair(value: unknown, name: string): unknown {
  for (const item of readList(value).slice(0, MAX_PAIRS)) {
    const pair = readRecord(item);
    if (!pair) continue;
    if (pair['key'] === name && pair['value'] !== undefined) return pair['value'];
    if (Object.hasOwn(pair, name)) return pair[name];
  }
  return undefined;
}
