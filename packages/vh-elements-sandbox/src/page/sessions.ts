import { readUserAgent } from '../resources/analytics/user-agent.ts';
import type { Services } from '../services/services.ts';
import type { SessionRecord, SessionRecordEvent } from '../store/analytics/session-records.ts';

/** One viewing in one line. Lengths are milliseconds. */
export interface SessionState {
  sessionId: string;
  /** The name of the watched video, for people. */
  title: string;
  kind: string;
  loadedAt: number;
  endedAt: number;
  events: number;
  browser: string;
  watchTime: number;
  outcome: 'watched' | 'rebuffered' | 'left before the start' | 'not started' | 'failed';
}

/** One viewing, with all that happened in it. */
export interface SessionDetail extends Omit<SessionState, 'events'> {
  /** Events that the page lost. */
  dropped: number;
  totals: SessionRecord['totals'];
  events: SessionRecordEvent[];
}

/** One page of the viewings, the last to report first. */
export function sessionStates(
  services: Services,
  { pageSize, offset }: { pageSize: number; offset: number },
): SessionState[] {
  const rows = services.database.all(
    `SELECT id, (SELECT count(*) FROM session_events WHERE session_id = sessions.id) AS events
     FROM sessions ORDER BY ended_at DESC LIMIT ? OFFSET ?`,
    pageSize,
    offset,
  );
  return rows.flatMap((row) => {
    const session = services.sessionRecords.get(String(row['id']));
    return session ? [{ ...factsOf(services, session), events: Number(row['events']) }] : [];
  });
}

/** One viewing; undefined where there is none of that id. */
export function sessionDetail(services: Services, sessionId: string): SessionDetail | undefined {
  const session = services.sessionRecords.get(sessionId);
  if (!session) return undefined;
  const { dropped, totals } = session;
  const events = services.sessionRecords.events(session);
  return { ...factsOf(services, session), dropped, totals, events };
}

function factsOf(services: Services, session: SessionRecord): Omit<SessionState, 'events'> {
  const { sessionId, kind, mediaId, loadedAt, endedAt, userAgent, totals } = session;
  return {
    sessionId,
    title: titleOf(services, mediaId),
    kind,
    loadedAt,
    endedAt,
    browser: readUserAgent(userAgent).client.name,
    watchTime: totals.watchTime ?? 0,
    outcome: outcomeOf(session),
  };
}

/** The first generation tells neither a failure nor an exit: of it, only whether something was played is known. */
function outcomeOf({ plays, totals }: SessionRecord): SessionState['outcome'] {
  const { failed, exitBeforeStart, rebufferCount, watchTime = 0 } = totals;
  if (failed) return 'failed';
  if (exitBeforeStart) return 'left before the start';
  if (rebufferCount) return 'rebuffered';
  return plays > 0 || watchTime > 0 ? 'watched' : 'not started';
}

/** The watched video may have been deleted since, or no page has named it. */
function titleOf({ videos, liveStreams }: Services, mediaId: string): string {
  return (videos.get(mediaId)?.title ?? liveStreams.get(mediaId)?.name ?? mediaId) || 'Unknown';
}
