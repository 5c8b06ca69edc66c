import { readUserAgent } from '../../resources/analytics/user-agent.ts';
import type { Services } from '../../services/services.ts';
import type {
  RecordFilter,
  SessionRecord,
  SessionRecordEvent,
} from '../../store/analytics/session-records.ts';
import { FiguresTotals, type Figures } from './figures.ts';

/** Figures of one day, one video or one browser. */
export interface FiguresLine extends Figures {
  key: string;
  name: string;
}

/** One session in one line. */
export interface SessionLine {
  sessionId: string;
  title: string;
  loadedAt: number;
  browser: string;
  watchTime: number;
  outcome: 'watched' | 'rebuffered' | 'left before the start' | 'failed';
}

/** All that the dashboard shows of some sessions. */
export interface DashboardState {
  all: Figures;
  days: FiguresLine[];
  videos: FiguresLine[];
  browsers: FiguresLine[];
  /** The newest. */
  sessions: SessionLine[];
}

/** One session, with what happened in it. */
export interface SessionState extends SessionLine {
  endedAt: number;
  dropped: number;
  totals: SessionRecord['totals'];
  events: SessionRecordEvent[];
}

const BATCH_SIZE = 200;
const MAX_SESSIONS = 50;

/** Adds up the sessions that pass the filter, some at a time: other requests go in between. */
export async function dashboardState(
  services: Services,
  filter: RecordFilter & { browser?: string | undefined },
): Promise<DashboardState> {
  const all = new FiguresTotals();
  const days = new Map<string, FiguresTotals>();
  const videos = new Map<string, FiguresTotals>();
  const browsers = new Map<string, FiguresTotals>();
  let newest: SessionRecord[] = [];
  for (let place = 0; ;) {
    const found = services.sessionRecords.after(place, filter, BATCH_SIZE);
    const last = found.at(-1);
    if (!last) break;
    place = last.place;
    const wanted = found.filter((one) => filter.browser === undefined || browserOf(one) === filter.browser);
    for (const session of wanted) {
      all.add(session);
      totalsOf(days, new Date(session.loadedAt).toISOString().slice(0, 10)).add(session);
      totalsOf(videos, session.mediaId).add(session);
      totalsOf(browsers, browserOf(session)).add(session);
    }
    newest = [...newest, ...wanted].slice(-MAX_SESSIONS);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const byPlays = (one: FiguresLine, other: FiguresLine) => other.plays - one.plays;
  return {
    all: all.figures(),
    days: linesOf(days, (day) => day).sort((one, other) => (one.key < other.key ? 1 : -1)),
    videos: linesOf(videos, (mediaId) => titleOf(services, mediaId)).sort(byPlays),
    browsers: linesOf(browsers, (name) => name).sort(byPlays),
    sessions: newest.reverse().map((session) => lineOf(services, session)),
  };
}

/** One session; nothing where there is none of that name. */
export function sessionState(services: Services, sessionId: string): SessionState | undefined {
  const session = services.sessionRecords.get(sessionId);
  if (!session) return undefined;
  const { endedAt, dropped, totals } = session;
  const events = services.sessionRecords.events(session);
  return { ...lineOf(services, session), endedAt, dropped, totals, events };
}

function totalsOf(totals: Map<string, FiguresTotals>, key: string): FiguresTotals {
  const one = totals.get(key) ?? new FiguresTotals();
  totals.set(key, one);
  return one;
}

function linesOf(totals: ReadonlyMap<string, FiguresTotals>, name: (key: string) => string): FiguresLine[] {
  return [...totals].map(([key, one]) => ({ key, name: name(key), ...one.figures() }));
}

function lineOf(services: Services, session: SessionRecord): SessionLine {
  const { sessionId, mediaId, loadedAt, totals } = session;
  return {
    sessionId,
    title: titleOf(services, mediaId),
    loadedAt,
    browser: browserOf(session),
    watchTime: totals.watchTime ?? 0,
    outcome: outcomeOf(totals),
  };
}

function outcomeOf({
  failed,
  exitBeforeStart,
  rebufferCount,
}: SessionRecord['totals']): SessionLine['outcome'] {
  if (failed) return 'failed';
  if (exitBeforeStart) return 'left before the start';
  return rebufferCount ? 'rebuffered' : 'watched';
}

/** A watched video may have been deleted since, or never have been reported. */
function titleOf({ videos, liveStreams }: Services, mediaId: string): string {
  return (videos.get(mediaId)?.title ?? liveStreams.get(mediaId)?.name ?? mediaId) || 'Unknown';
}

function browserOf({ userAgent }: SessionRecord): string {
  return readUserAgent(userAgent).client.name;
}
