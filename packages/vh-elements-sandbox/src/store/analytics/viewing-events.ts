import type { Pair } from '../../http/values/shape.ts';
import type { Database, Row } from '../database/database.ts';
import { EVENT_BYTES, type SessionSizes } from './session-sizes.ts';
import type { SessionEvent, SessionKind, Sessions } from './sessions.ts';

/** One event of a viewing, as our own format has it. */
export interface ViewingEvent {
  /** Counts from 0. */
  seq: number;
  type: string;
  /** Milliseconds since 1970. */
  emittedAt: number;
  /** What belongs to its type: positions in seconds, lengths in milliseconds. */
  details: Readonly<Record<string, string | number | boolean | null>>;
}

/** The sums that a page counts; a member is missing where the page does not know it. */
export interface ViewingTotals {
  playerStartup?: number;
  videoStartup?: number;
  exitBeforeStart?: boolean;
  failed?: boolean;
  watchTime?: number;
  watched?: readonly (readonly [from: number, to: number])[];
  rebufferCount?: number;
  rebufferDuration?: number;
  seekCount?: number;
  averageBitrate?: number;
  upscale?: number;
  downscale?: number;
  droppedFrames?: number;
  totalFrames?: number;
  latency?: number;
}

/** One delivery in our own format. */
export interface ViewingBatch {
  viewingId: string;
  kind: SessionKind;
  mediaId: string;
  begunAt: number;
  begunBy: string;
  referrer: string;
  metadata: readonly Pair[];
  sentAt: number;
  /** Events that the page lost since its last delivery. */
  dropped: number;
  events: readonly ViewingEvent[];
  totals: ViewingTotals;
}

const FIRST_GENERATION = ['ready', 'play', 'pause', 'resume', 'seek.backward', 'seek.forward', 'end'];

/** Keeps events of our own format, to the millisecond, and passes the first generation's part of them on. */
export class ViewingEvents {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #sizes: SessionSizes;

  constructor(database: Database, sessions: Sessions, sizes: SessionSizes) {
    this.#database = database;
    this.#sessions = sessions;
    this.#sizes = sizes;
  }

  /** Takes a delivery for a session. What came before counts once. Call it inside a transaction. */
  add(sessionId: string, batch: ViewingBatch): void {
    const fresh = batch.events.filter((event) => this.#keep(sessionId, event));
    const isNew = fresh.length > 0 || (batch.events.length === 0 && this.#isLater(sessionId, batch.sentAt));
    const last = batch.events.at(-1);
    this.#sessions.add(sessionId, {
      events: fresh.flatMap((event) => ofFirstGeneration(batch.viewingId, event)),
      // A later visit may deliver what an earlier one recorded: that does not prolong the viewing.
      emittedAt: last?.emittedAt ?? batch.sentAt,
    });
    this.#database.run(
      'UPDATE sessions SET begun_by = ?, dropped = dropped + ? WHERE id = ?',
      batch.begunBy,
      isNew ? batch.dropped : 0,
      sessionId,
    );
    this.#keepTotals(sessionId, batch);
  }

  /** All events of a session, in order. */
  of(sessionId: string): ViewingEvent[] {
    const all = 'SELECT * FROM viewing_events WHERE session_id = ? ORDER BY seq';
    return this.#database.all(all, sessionId).map(toEvent);
  }

  #keep(sessionId: string, { seq, type, emittedAt, details }: ViewingEvent): boolean {
    const text = JSON.stringify(details);
    const added = this.#database.run(
      `INSERT OR IGNORE INTO viewing_events (session_id, seq, type, emitted_at, details)
       VALUES (?, ?, ?, ?, ?)`,
      sessionId,
      seq,
      type,
      emittedAt,
      text,
    );
    this.#sizes.add(sessionId, added * (EVENT_BYTES + Buffer.byteLength(text)));
    return added > 0;
  }

  #isLater(sessionId: string, sentAt: number): boolean {
    const row = this.#database.get('SELECT totals_at FROM sessions WHERE id = ?', sessionId);
    return Number(row?.['totals_at'] ?? 0) < sentAt;
  }

  /** The latest sums are those of the highest event; a delivery without events counts as after all that came. */
  #keepTotals(sessionId: string, { events, sentAt, totals }: ViewingBatch): void {
    const row = this.#database.get(
      `SELECT totals, totals_seq, totals_at,
         (SELECT max(seq) FROM viewing_events WHERE session_id = sessions.id) AS last
       FROM sessions WHERE id = ?`,
      sessionId,
    );
    const seq = events.at(-1)?.seq ?? Number(row?.['last'] ?? -1);
    const known = Number(row?.['totals_seq'] ?? -1);
    if (seq < known || (seq === known && sentAt < Number(row?.['totals_at']))) return;
    const text = JSON.stringify(totals);
    const before = Buffer.byteLength(String(row?.['totals'] ?? ''));
    this.#database.run(
      'UPDATE sessions SET totals = ?, totals_seq = ?, totals_at = ? WHERE id = ?',
      text,
      seq,
      sentAt,
      sessionId,
    );
    this.#sizes.add(sessionId, Buffer.byteLength(text) - before);
  }
}

function toEvent(row: Row): ViewingEvent {
  return {
    seq: Number(row['seq']),
    type: String(row['type']),
    emittedAt: Number(row['emitted_at']),
    details: JSON.parse(String(row['details'])) as ViewingEvent['details'],
  };
}

/** The event in the words of the first generation, under the id that a page gives it there. */
function ofFirstGeneration(
  viewingId: string,
  { seq, type, emittedAt, details }: ViewingEvent,
): SessionEvent[] {
  if (!FIRST_GENERATION.includes(type)) return [];
  const { at, from, to } = details;
  const where = type.startsWith('seek.') ? { from: Number(from), to: Number(to) } : { at: Number(at) };
  return [{ id: `${viewingId}-${String(seq)}`, type, emittedAt, ...where }];
}
