import type { Pair } from '../../http/values/shape.ts';
import type { Database, Row, Value } from '../database/database.ts';
import { hasAllPairs } from '../database/has-all-pairs.ts';
import { newId } from '../database/id.ts';
import { EVENT_BYTES, SESSION_BYTES, type SessionSizes } from './session-sizes.ts';

/** The watched video or live stream. */
export type SessionKind = 'vod' | 'live';

/** One event of a viewing: a plain one has `at`, a seek has `from` and `to`, in seconds. */
export interface SessionEvent {
  id: string | undefined;
  type: string;
  emittedAt: number;
  at?: number;
  from?: number;
  to?: number;
}

/** One batch of a player's events. */
export interface Ping {
  mediaId: string;
  sessionId: string | undefined;
  /** The page's own name of the viewing, an extension: it is there before any answer is. */
  viewingId?: string | undefined;
  loadedAt: number;
  emittedAt: number;
  referrer: string;
  metadata: readonly Pair[];
  events: readonly SessionEvent[];
}

/** What a session begins with. */
export type NewSession = Pick<
  Ping,
  'mediaId' | 'viewingId' | 'loadedAt' | 'emittedAt' | 'referrer' | 'metadata'
>;

/** One viewing. */
export interface Session {
  sessionId: string;
  kind: SessionKind;
  loadedAt: number;
  endedAt: number;
  referrer: string;
  metadata: readonly Pair[];
  userAgent: string;
}

/** Which sessions are asked for. */
export interface SessionFilter {
  kind: SessionKind;
  mediaId: string;
  /** From this moment on, and before that one. */
  from: number;
  to: number;
  metadata: readonly Pair[];
}

const MAX_USER_AGENT_CHARACTERS = 512;

interface PageOf {
  pageSize: number;
  offset: number;
}

/** Where viewings and their events are kept. */
export class Sessions {
  readonly #database: Database;
  readonly #sizes: SessionSizes;

  constructor(database: Database, sizes: SessionSizes) {
    this.#database = database;
    this.#sizes = sizes;
  }

  create(kind: SessionKind, ping: NewSession, userAgent: string): string {
    const id = newId('ps');
    const metadata = JSON.stringify(ping.metadata);
    const agent = userAgent.slice(0, MAX_USER_AGENT_CHARACTERS);
    this.#database.run(
      `INSERT INTO sessions (id, kind, media_id, viewing_id, loaded_at, ended_at, referrer, metadata, user_agent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      kind,
      ping.mediaId,
      ping.viewingId ?? null,
      ping.loadedAt,
      ping.emittedAt,
      ping.referrer,
      metadata,
      agent,
    );
    // A viewing's own name is in the row and in the index.
    const texts = [ping.mediaId, ping.referrer, metadata, agent, ping.viewingId ?? '', ping.viewingId ?? ''];
    this.#sizes.add(
      id,
      texts.reduce((sum, text) => sum + Buffer.byteLength(text), SESSION_BYTES),
    );
    return id;
  }

  /** The session of that name, if it is one of that video. */
  find(sessionId: string, kind: SessionKind, mediaId: string): string | undefined {
    const row = this.#database.get(
      'SELECT id FROM sessions WHERE id = ? AND kind = ? AND media_id = ?',
      sessionId,
      kind,
      mediaId,
    );
    return row && String(row['id']);
  }

  /**
   * The session of a page's viewing, if it is one of that video. One that began with lines of CMCD, which may lack
   * the id of the video, gets it.
   */
  findViewing(viewingId: string, kind: SessionKind, mediaId: string): string | undefined {
    const find = 'SELECT id FROM sessions WHERE viewing_id = ? AND kind = ? AND media_id = ?';
    const known = this.#database.get(find, viewingId, kind, mediaId);
    if (known) return String(known['id']);
    const nameless = this.#database.get(
      `UPDATE sessions SET kind = ?, media_id = ? WHERE viewing_id = ? AND media_id = '' RETURNING id`,
      kind,
      mediaId,
      viewingId,
    );
    return nameless && String(nameless['id']);
  }

  /** The session that has one of these events already: a delivery whose answer was lost did not learn its name. */
  findByEvents({ events, mediaId }: Pick<Ping, 'events' | 'mediaId'>, kind: SessionKind): string | undefined {
    for (const { id } of events) {
      if (id === undefined) continue;
      const row = this.#database.get(
        `SELECT sessions.id AS id FROM session_events JOIN sessions ON sessions.id = session_id
         WHERE event_id = ? AND kind = ? AND media_id = ? ORDER BY sessions.seq LIMIT 1`,
        id,
        kind,
        mediaId,
      );
      if (row) return String(row['id']);
    }
    return undefined;
  }

  /** How many there are, of all kinds. */
  count(): number {
    return Number(this.#database.get('SELECT count(*) AS n FROM sessions')?.['n']);
  }

  /** How many viewings of each live stream have reported since a moment by the time of browsers. */
  liveViewers(since: number): Map<string, number> {
    const rows = this.#database.all(
      `SELECT media_id, count(*) AS viewers FROM sessions WHERE kind = 'live' AND ended_at > ? GROUP BY media_id`,
      since,
    );
    return new Map(rows.map((row) => [String(row['media_id']), Number(row['viewers'])]));
  }

  exists(sessionId: string): boolean {
    return this.#database.get('SELECT 1 FROM sessions WHERE id = ?', sessionId) !== undefined;
  }

  /** Adds the content of a ping; of each video an event that names itself is added once only. */
  add(sessionId: string, { events, emittedAt }: Pick<Ping, 'events' | 'emittedAt'>): void {
    let bytes = 0;
    for (const event of events) {
      const added = this.#database.run(
        `INSERT OR IGNORE INTO session_events (session_id, event_id, type, emitted_at, at, from_at, to_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (
           SELECT 1 FROM session_events
           JOIN sessions AS its ON its.id = session_events.session_id
           JOIN sessions AS this ON this.id = ?1
           WHERE event_id = ?2 AND its.kind = this.kind AND its.media_id = this.media_id)`,
        sessionId,
        event.id ?? null,
        event.type,
        event.emittedAt,
        event.at ?? null,
        event.from ?? null,
        event.to ?? null,
      );
      // The id is in the row and in two indexes.
      bytes += added * (EVENT_BYTES + 3 * Buffer.byteLength(event.id ?? ''));
    }
    this.#sizes.add(sessionId, bytes);
    const end = events.reduce((latest, event) => Math.max(latest, event.emittedAt), emittedAt);
    this.#database.run('UPDATE sessions SET ended_at = max(ended_at, ?) WHERE id = ?', end, sessionId);
  }

  /** One page of the sessions that pass the filter, the newest last. */
  list(filter: SessionFilter, page: PageOf): { sessions: Session[]; total: number } {
    const { where, values } = toWhere(filter);
    const total = Number(this.#database.get(`SELECT count(*) AS n FROM sessions ${where}`, ...values)?.['n']);
    const rows = this.#database.all(
      `SELECT * FROM sessions ${where} ORDER BY loaded_at, seq LIMIT ? OFFSET ?`,
      ...values,
      page.pageSize,
      page.offset,
    );
    return { sessions: rows.map(toSession), total };
  }

  /** One page of a session's events, in the order in which they happened. */
  events(sessionId: string, page: PageOf): { events: SessionEvent[]; total: number } {
    const total = this.#database.get(
      'SELECT count(*) AS n FROM session_events WHERE session_id = ?',
      sessionId,
    );
    const rows = this.#database.all(
      'SELECT * FROM session_events WHERE session_id = ? ORDER BY emitted_at, seq LIMIT ? OFFSET ?',
      sessionId,
      page.pageSize,
      page.offset,
    );
    return { events: rows.map(toEvent), total: Number(total?.['n']) };
  }

  /** Counts plays between two moments by video, by device and by hour. */
  plays(
    kind: SessionKind,
    from: number,
    to: number,
  ): { mediaId: string; emittedAt: number; userAgent: string; plays: number }[] {
    const rows = this.#database.all(
      `SELECT media_id, user_agent, emitted_at - emitted_at % 3600000 AS hour, count(*) AS plays
       FROM session_events JOIN sessions ON sessions.id = session_id
       WHERE type = 'play' AND kind = ?1 AND emitted_at >= ?2 AND emitted_at < ?3
       GROUP BY media_id, user_agent, hour`,
      kind,
      from,
      to,
    );
    return rows.map((row) => ({
      mediaId: String(row['media_id']),
      emittedAt: Number(row['hour']),
      userAgent: String(row['user_agent']),
      plays: Number(row['plays']),
    }));
  }
}

function toWhere({ kind, mediaId, from, to, metadata }: SessionFilter): { where: string; values: Value[] } {
  const conditions = ['kind = ?', 'media_id = ?', 'loaded_at >= ?', 'loaded_at < ?'];
  const values: Value[] = [kind, mediaId, from, to];
  if (metadata.length > 0) {
    conditions.push(hasAllPairs('sessions.metadata'));
    values.push(JSON.stringify(metadata));
  }
  return { where: `WHERE ${conditions.join(' AND ')}`, values };
}

function toSession(row: Row): Session {
  return {
    sessionId: String(row['id']),
    kind: row['kind'] as SessionKind,
    loadedAt: Number(row['loaded_at']),
    endedAt: Number(row['ended_at']),
    referrer: String(row['referrer']),
    metadata: JSON.parse(String(row['metadata'])) as Pair[],
    userAgent: String(row['user_agent']),
  };
}

function toEvent(row: Row): SessionEvent {
  const count = (name: string) => Number(row[name] ?? 0);
  return {
    id: row['event_id'] === null ? undefined : String(row['event_id']),
    type: String(row['type']),
    emittedAt: Number(row['emitted_at']),
    ...(row['from_at'] === null ? { at: count('at') } : { from: count('from_at'), to: count('to_at') }),
  };
}
