import type { Database } from '../database/database.ts';
import { EVENT_BYTES, type SessionSizes } from './session-sizes.ts';
import type { SessionEvent, SessionKind, Sessions } from './sessions.ts';

/** One event of a player of the second generation. */
export interface WatchEvent {
  emittedAt: number;
  /** 1 loaded, 2 play, 3 pause, 4 time update, 5 error, 6 end, 7 seek, 8 another source. */
  type: number;
  /** Seconds. */
  position: number;
  width: number;
  height: number;
  paused: boolean;
  error: number;
}

/** One batch of such a player's events. */
export interface WatchBatch {
  /** Of the browser's tab. */
  tabId: string;
  /** Of one playback in it. */
  playbackId: string;
  mediaId: string;
  referrer: string;
  events: readonly WatchEvent[];
}

interface Playback {
  sessionId: string;
  position: number;
  hasPlayed: boolean;
}

const LOADED = 1;
const PLAY = 2;
const PAUSE = 3;
const END = 6;
const SEEK = 7;
const SOURCE = 8;

/** Keeps the events of players of the second generation, and makes viewings of the first out of it: one a playback. */
export class WatchPlaybacks {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #sizes: SessionSizes;

  constructor(database: Database, sessions: Sessions, sizes: SessionSizes) {
    this.#database = database;
    this.#sessions = sessions;
    this.#sizes = sizes;
  }

  /** The session that a batch continues; undefined for the first one of a playback. */
  sessionOf(batch: WatchBatch): string | undefined {
    return this.#find(batch)?.sessionId;
  }

  /** Takes a batch, and answers its viewing. An event that was sent before counts once. Call it inside a transaction. */
  add(kind: SessionKind, batch: WatchBatch, userAgent: string): string | undefined {
    const [first] = batch.events;
    if (!first) return undefined;
    const playback = this.#find(batch) ?? this.#begin(kind, batch, first.emittedAt, userAgent);
    const fresh = batch.events.filter((event) => this.#keep(batch, event));
    const events = fresh.flatMap((event) => advance(playback, event));
    this.#sizes.add(playback.sessionId, fresh.length * EVENT_BYTES);
    const emittedAt = fresh.at(-1)?.emittedAt ?? first.emittedAt;
    this.#sessions.add(playback.sessionId, { ...pingOf(batch, emittedAt), events });
    this.#database.run(
      'UPDATE watch_playbacks SET position = ?, has_played = ? WHERE playback_id = ? AND media_id = ?',
      playback.position,
      Number(playback.hasPlayed),
      batch.playbackId,
      batch.mediaId,
    );
    return playback.sessionId;
  }

  #find({ playbackId, mediaId }: WatchBatch): Playback | undefined {
    const row = this.#database.get(
      'SELECT * FROM watch_playbacks WHERE playback_id = ? AND media_id = ?',
      playbackId,
      mediaId,
    );
    return (
      row && {
        sessionId: String(row['session_id']),
        position: Number(row['position']),
        hasPlayed: row['has_played'] === 1,
      }
    );
  }

  #begin(kind: SessionKind, batch: WatchBatch, loadedAt: number, userAgent: string): Playback {
    const sessionId = this.#sessions.create(kind, pingOf(batch, loadedAt), userAgent);
    this.#database.run(
      'INSERT INTO watch_playbacks (playback_id, media_id, session_id, position, has_played) VALUES (?, ?, ?, 0, 0)',
      batch.playbackId,
      batch.mediaId,
      sessionId,
    );
    return { sessionId, position: 0, hasPlayed: false };
  }

  #keep({ tabId, playbackId, mediaId }: WatchBatch, event: WatchEvent): boolean {
    const added = this.#database.run(
      `INSERT OR IGNORE INTO watch_events
       (playback_id, media_id, tab_id, emitted_at, type, position, width, height, paused, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      playbackId,
      mediaId,
      tabId,
      event.emittedAt,
      event.type,
      event.position,
      event.width,
      event.height,
      Number(event.paused),
      event.error,
    );
    return added > 0;
  }
}

/** Moves a playback on, and answers what the first generation would have said of it. */
function advance(playback: Playback, { type, position, emittedAt }: WatchEvent): SessionEvent[] {
  const from = playback.position;
  playback.position = type === SOURCE ? 0 : position;
  const at = Math.floor(position);
  const say = (name: string): SessionEvent[] => [{ id: undefined, type: name, emittedAt, at }];
  switch (type) {
    case LOADED:
      return say('ready');
    case PLAY: {
      const name = playback.hasPlayed ? 'resume' : 'play';
      playback.hasPlayed = true;
      return say(name);
    }
    case PAUSE:
      return say('pause');
    case END:
      // A new start after the end is another play.
      playback.hasPlayed = false;
      return say('end');
    case SEEK: {
      const name = position < from ? 'seek.backward' : 'seek.forward';
      return [{ id: undefined, type: name, emittedAt, from: Math.floor(from), to: at }];
    }
    default:
      return [];
  }
}

function pingOf({ mediaId, referrer }: WatchBatch, emittedAt: number) {
  return {
    mediaId,
    referrer,
    sessionId: undefined,
    loadedAt: emittedAt,
    emittedAt,
    metadata: [],
    events: [],
  };
}
