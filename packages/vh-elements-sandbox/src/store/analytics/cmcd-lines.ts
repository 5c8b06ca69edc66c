import type { Database } from '../database/database.ts';
import { EVENT_BYTES, type SessionSizes } from './session-sizes.ts';
import type { SessionKind, Sessions } from './sessions.ts';

/** One line of CMCD's event mode. */
export interface CmcdLine {
  /** `sid`: the viewing. */
  viewingId: string;
  /** `sn`: counts the lines of a viewing. */
  sn: number;
  /** `e`, and for a change of the state `sta` after a colon. */
  event: string;
  /** `ts`. */
  emittedAt: number;
  /** `cid`, if it is sent. */
  mediaId: string | undefined;
  isLive: boolean;
  /** The line as it came. */
  line: string;
}

/** Keeps lines of CMCD as they came, each with the session of its viewing. */
export class CmcdLines {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #sizes: SessionSizes;

  constructor(database: Database, sessions: Sessions, sizes: SessionSizes) {
    this.#database = database;
    this.#sessions = sessions;
    this.#sizes = sizes;
  }

  /** The session that a line belongs to; one without a video's id belongs to the viewing's first. */
  sessionOf({ viewingId, mediaId }: CmcdLine, kind: SessionKind): string | undefined {
    if (mediaId !== undefined) return this.#sessions.findViewing(viewingId, kind, mediaId);
    const first = 'SELECT id FROM sessions WHERE viewing_id = ? ORDER BY seq LIMIT 1';
    const row = this.#database.get(first, viewingId);
    return row && String(row['id']);
  }

  /** Begins a session of which nothing else is known yet. */
  begin({ viewingId, mediaId = '', emittedAt }: CmcdLine, kind: SessionKind, userAgent: string): string {
    const begun = { viewingId, mediaId, loadedAt: emittedAt, emittedAt, referrer: '', metadata: [] };
    return this.#sessions.create(kind, begun, userAgent);
  }

  /** Keeps a line, once. Call it inside a transaction. */
  add(sessionId: string, { sn, event, emittedAt, line }: CmcdLine): void {
    const added = this.#database.run(
      'INSERT OR IGNORE INTO cmcd_lines (session_id, sn, event, emitted_at, line) VALUES (?, ?, ?, ?, ?)',
      sessionId,
      sn,
      event,
      emittedAt,
      line,
    );
    this.#sizes.add(sessionId, added * (EVENT_BYTES + Buffer.byteLength(line)));
    this.#sessions.add(sessionId, { events: [], emittedAt });
  }

  /** The lines of a session, in order. */
  of(sessionId: string): string[] {
    const all = 'SELECT line FROM cmcd_lines WHERE session_id = ? ORDER BY sn';
    return this.#database.all(all, sessionId).map(({ line }) => String(line));
  }
}
