import { readRecord } from '../../core/wire/read-json.ts';
import { readCount, readId, readMoment, readViewer } from './read-values.ts';
import { readEvents } from './read-event.ts';
import { readTotals } from './read-vh-row.ts';
import type { ReadRow } from './report.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a line of the sandbox's `/_sandbox/events.ndjson`: a session, or one event of the session above it. */
export function readExportRow(row: Fields, viewerKey: string): ReadRow | undefined {
  const viewing = readId(row['viewingId']) ?? readId(row['sessionId']);
  if (viewing === undefined) return undefined;
  switch (row['record']) {
    case 'session':
      return readSession(row, viewing, viewerKey);
    case 'event': {
      const { events, badEvents } = readEvents([row], { momentName: 'emittedAt', seqOf });
      const at = events[0]?.emittedAt;
      const report = at === undefined ? undefined : { viewing, sentAt: at, heardAt: at, events };
      return { report, badEvents };
    }
    case 'cmcd':
      return { report: undefined, badEvents: 0 };
    default:
      return undefined;
  }
}

function readSession(row: Fields, viewing: string, viewerKey: string): ReadRow | undefined {
  const [videoId, liveStreamId] = [readId(row['videoId']), readId(row['liveStreamId'])];
  const [id, heardAt] = [videoId ?? liveStreamId, readMoment(row['endedAt'])];
  if (id === undefined || heardAt === undefined) return undefined;
  // Sums that the sandbox has worked out of `v1` are not those of a player.
  const totals = readTotals(row['totals']);
  return {
    report: {
      viewing,
      media: { id, kind: videoId === undefined ? 'live-stream' : 'video' },
      begunAt: readMoment(row['loadedAt']),
      sentAt: heardAt,
      heardAt,
      viewer: readViewer(readRecord(row['metadata'])?.[viewerKey]),
      events: [],
      totals,
    },
    badEvents: 0,
  };
}

const seqOf = ({ seq }: Fields) => (seq === null ? -1 : readCount(seq));
