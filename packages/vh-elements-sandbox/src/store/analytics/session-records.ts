import type { Pair } from '../../http/values/shape.ts';
import type { Database, Row, Value } from '../database/database.ts';
import { derivedTotals } from './derived-totals.ts';
import type { SessionEvent, SessionKind, Sessions } from './sessions.ts';
import type { ViewingEvent, ViewingEvents, ViewingTotals } from './viewing-events.ts';

/** All that is known of a session but its events. */
export interface SessionRecord {
  /** Its place among all sessions, in the order in which they came. */
  place: number;
  sessionId: string;
  viewingId: string | null;
  kind: SessionKind;
  /** Empty where no page has named the video. */
  mediaId: string;
  loadedAt: number;
  endedAt: number;
  begunBy: string | null;
  referrer: string;
  metadata: readonly Pair[];
  userAgent: string;
  /** Events that the page lost. */
  dropped: number;
  plays: number;
  /** The page's own sums; where it sent none, sums of its events of the first generation. */
  totals: ViewingTotals;
}

/** An event of a session; its number is missing where only the first generation sent it. */
export type SessionRecordEvent = Omit<ViewingEvent, 'seq'> & { seq: number | null };

/** Which sessions are asked for: all where nothing is said. */
export interface RecordFilter {
  mediaId?: string | undefined;
  /** From this moment on, and before that one. */
  from?: number | undefined;
  to?: number | undefined;
}

const ALL = { pageSize: -1, offset: 0 };
const PLAYS = `(SELECT count(*) FROM session_events WHERE session_id = sessions.id AND type = 'play') AS plays`;

/** Reads sessions back whole: what every collector received of them, as precisely as it did. */
export class SessionRecords {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #viewingEvents: ViewingEvents;

  constructor(database: Database, sessions: Sessions, viewingEvents: ViewingEvents) {
    this.#database = database;
    this.#sessions = sessions;
    this.#viewingEvents = viewingEvents;
  }

  get(sessionId: string): SessionRecord | undefined {
    const row = this.#database.get(`SELECT *, ${PLAYS} FROM sessions WHERE id = ?`, sessionId);
    return row && this.#toRecord(row);
  }

  /** The next sessions after a place, in the order in which they came. */
  after(place: number, { mediaId, from, to }: RecordFilter, most: number): SessionRecord[] {
    const values: Value[] = [place, mediaId ?? null, from ?? null, to ?? null, most];
    const rows = this.#database.all(
      `SELECT *, ${PLAYS} FROM sessions
       WHERE seq > ?1 AND (?2 IS NULL OR media_id = ?2)
         AND (?3 IS NULL OR loaded_at >= ?3) AND (?4 IS NULL OR loaded_at < ?4)
       ORDER BY seq LIMIT ?5`,
      ...values,
    );
    return rows.map((row) => this.#toRecord(row));
  }

  /** All events of a session in order: those of our own format, and what only the first generation sent. */
  events({ sessionId, viewingId }: SessionRecord): SessionRecordEvent[] {
    const own: SessionRecordEvent[] = this.#viewingEvents.of(sessionId);
    const known = new Set(own.map(({ seq }) => `${viewingId ?? ''}-${String(seq)}`));
    const old = this.#sessions
      .events(sessionId, ALL)
      .events.filter(({ id }) => id === undefined || !known.has(id));
    if (old.length === 0) return own;
    return [...own, ...old.map(toRecordEvent)].sort((one, other) => one.emittedAt - other.emittedAt);
  }

  #toRecord(row: Row): SessionRecord {
    const sessionId = String(row['id']);
    const endedAt = Number(row['ended_at']);
    const text = (name: string) => (row[name] === null ? null : String(row[name]));
    const totals = text('totals');
    return {
      place: Number(row['seq']),
      sessionId,
      viewingId: text('viewing_id'),
      kind: row['kind'] as SessionKind,
      mediaId: String(row['media_id']),
      loadedAt: Number(row['loaded_at']),
      endedAt,
      begunBy: text('begun_by'),
      referrer: String(row['referrer']),
      metadata: JSON.parse(String(row['metadata'])) as Pair[],
      userAgent: String(row['user_agent']),
      dropped: Number(row['dropped']),
      plays: Number(row['plays']),
      totals:
        totals === null
          ? derivedTotals(this.#sessions.events(sessionId, ALL).events, endedAt)
          : (JSON.parse(totals) as ViewingTotals),
    };
  }
}

function toRecordEvent({ type, emittedAt, at, from, to }: SessionEvent): SessionRecordEvent {
  const details = from === undefined ? { at: at ?? 0 } : { from, to: to ?? 0 };
  return { seq: null, type, emittedAt, details };
}
