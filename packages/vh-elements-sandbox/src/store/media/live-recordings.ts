import type { Database, Row } from '../database/database.ts';

/** A recording that is being made, or was when the sandbox ended without closing. */
export interface LiveRecording {
  /** The name of its file among the extents. */
  file: string;
  liveStreamId: string;
  name: string;
  public: boolean;
  playerId: string | null;
}

/** Where it is kept which recordings have yet to become videos, and which videos were recordings. */
export class LiveRecordings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ file, liveStreamId, name, public: isPublic, playerId }: LiveRecording): void {
    this.#database.run(
      'INSERT INTO live_recordings (file, live_stream_id, name, public, player_id) VALUES (?, ?, ?, ?, ?)',
      file,
      liveStreamId,
      name,
      Number(isPublic),
      playerId,
    );
  }

  remove(file: string): void {
    this.#database.run('DELETE FROM live_recordings WHERE file = ?', file);
  }

  get(file: string): LiveRecording | undefined {
    const row = this.#database.get('SELECT * FROM live_recordings WHERE file = ?', file);
    return row && toRecording(row);
  }

  /** The files of recordings that are no videos yet. */
  files(): string[] {
    return this.#database.all('SELECT file FROM live_recordings').map((row) => String(row['file']));
  }

  /** Keeps which live stream a video was recorded from. */
  link(videoId: string, liveStreamId: string): void {
    this.#database.run('UPDATE videos SET live_stream_id = ? WHERE id = ?', liveStreamId, videoId);
  }
}

function toRecording(row: Row): LiveRecording {
  return {
    file: String(row['file']),
    liveStreamId: String(row['live_stream_id']),
    name: String(row['name']),
    public: row['public'] === 1,
    playerId: row['player_id'] === null ? null : String(row['player_id']),
  };
}
