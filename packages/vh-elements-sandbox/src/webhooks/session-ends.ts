import type { Clock } from '../common/clock.ts';
import type { EventBus, SandboxEvents } from '../common/event-bus.ts';
import { derivedTotals } from '../store/analytics/derived-totals.ts';
import type { Sessions } from '../store/analytics/sessions.ts';
import type { ViewingTotals } from '../store/analytics/viewing-events.ts';
import type { Database, Row } from '../store/database/database.ts';
import type { FailureLog } from '../store/database/failure-log.ts';

const MINUTE_MS = 60_000;
/** How long a session that was left or came to its end must be silent until it counts as finished. */
export const FINISHED_AFTER_MS = 5 * MINUTE_MS;
/** The same for one that fell silent in mid-play: the next visit may deliver missing events. */
export const SILENT_AFTER_MS = 24 * 60 * MINUTE_MS;

const RETRY_MS = 3_000;
const BATCH_SIZE = 100;
/** Its name in the log. */
const TASK = 'ending sessions';
/** Events after which a viewing continues, and events that finish it. */
const GOES_ON = [
  'intent',
  'first-frame',
  'play',
  'resume',
  'seek.forward',
  'seek.backward',
  'rebuffer.begin',
];
const FINISHES = ['end', 'leave'];
const TURNS = [...GOES_ON, ...FINISHES].map((type) => `'${type}'`).join(', ');

/** The services that it uses. */
export interface SessionEndsNeeds {
  database: Database;
  sessions: Sessions;
  eventBus: EventBus;
  clock: Clock;
  failures: FailureLog;
}

/**
 * Reports a finished session, once: some minutes after it was left, if it sent nothing more. The moment is
 * stored, so that a restart neither forgets it nor reports it again.
 */
export class SessionEnds {
  readonly #needs: SessionEndsNeeds;
  #cancelTimer = (): void => undefined;
  #wakesAt = Infinity;
  #stopped = true;

  constructor(needs: SessionEndsNeeds) {
    this.#needs = needs;
  }

  /** Continues with the sessions of an earlier run. */
  start(): void {
    this.#stopped = false;
    this.#pump();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  /** Restarts the wait for a session that sent something. Call it inside the transaction that stores it. */
  heard(sessionId: string): void {
    const { database, clock } = this.#needs;
    const wait = this.#isOver(sessionId) ? FINISHED_AFTER_MS : SILENT_AFTER_MS;
    const endsAt = clock.now() + wait;
    database.run('UPDATE sessions SET ends_at = ? WHERE id = ? AND told = 0', endsAt, sessionId);
    if (endsAt < this.#wakesAt) this.#wakeAt(endsAt);
  }

  /** True if its last turn was to be left, or to come to its end. */
  #isOver(sessionId: string): boolean {
    const { database } = this.#needs;
    const last = database.get(
      `SELECT type FROM viewing_events WHERE session_id = ? AND type IN (${TURNS}) ORDER BY seq DESC LIMIT 1`,
      sessionId,
    );
    if (last) return FINISHES.includes(String(last['type']));
    const first = database.get(
      `SELECT type FROM session_events WHERE session_id = ? AND type IN (${TURNS})
       ORDER BY emitted_at DESC, seq DESC LIMIT 1`,
      sessionId,
    );
    if (first) return FINISHES.includes(String(first['type']));
    const line = database.get(
      `SELECT event FROM cmcd_lines WHERE session_id = ? AND event LIKE 'ps:%' ORDER BY sn DESC LIMIT 1`,
      sessionId,
    );
    return line?.['event'] === 'ps:e' || line?.['event'] === 'ps:q';
  }

  #wakeAt(moment: number): void {
    if (this.#stopped) return;
    const { clock } = this.#needs;
    this.#cancelTimer();
    this.#wakesAt = moment;
    this.#cancelTimer = clock.after(Math.max(0, moment - clock.now()), () => {
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#stopped) return;
    const { database, clock, failures } = this.#needs;
    this.#wakesAt = Infinity;
    try {
      const now = clock.now();
      const due = database.all(
        'SELECT * FROM sessions WHERE ends_at <= ? ORDER BY ends_at LIMIT ?',
        now,
        BATCH_SIZE,
      );
      for (const row of due) this.#announce(row);
      const next = database.get('SELECT min(ends_at) AS at FROM sessions WHERE ends_at IS NOT NULL')?.['at'];
      failures.succeeded(TASK);
      if (typeof next === 'number') this.#wakeAt(next);
    } catch (error) {
      failures.failed(TASK, error);
      this.#wakeAt(clock.now() + RETRY_MS);
    }
  }

  /** Stored together with what webhooks are owed: all of it, or none. */
  #announce(row: Row): void {
    const { database, eventBus } = this.#needs;
    database.transaction(() => {
      database.run('UPDATE sessions SET ends_at = NULL, told = 1 WHERE id = ?', String(row['id']));
      eventBus.emitOrThrow('session.ended', this.#eventOf(row));
    });
  }

  /** What the end of the latest viewing would say, of one video or live stream or of all; nothing without a viewing. */
  latest(mediaId?: string): SandboxEvents['session.ended'] | undefined {
    const [row] = this.#needs.database.all(
      `SELECT * FROM sessions WHERE ?1 = '' OR media_id = ?1 ORDER BY ended_at DESC LIMIT 1`,
      mediaId ?? '',
    );
    return row && this.#eventOf(row);
  }

  #eventOf(row: Row): SandboxEvents['session.ended'] {
    const mediaId = String(row['media_id']);
    const watched = row['kind'] === 'live' ? { liveStreamId: mediaId } : { videoId: mediaId };
    const totals = this.#totalsOf(row);
    return { sessionId: String(row['id']), ...(mediaId === '' ? {} : watched), totals };
  }

  #totalsOf(row: Row): ViewingTotals {
    const totals = row['totals'];
    if (typeof totals === 'string') return JSON.parse(totals) as ViewingTotals;
    const all = { pageSize: -1, offset: 0 };
    const { events } = this.#needs.sessions.events(String(row['id']), all);
    return derivedTotals(events, Number(row['ended_at']));
  }
}
