import { randomUUID } from 'node:crypto';
import type { Database, Row, Value } from '../database/database.ts';
import { newId } from '../database/id.ts';

/** Another service that a live stream is passed on to. */
export interface Restream {
  name: string;
  serverUrl: string;
  streamKey: string;
}

/** A live stream as it is kept. */
export interface LiveStream {
  liveStreamId: string;
  name: string;
  /** The encoder's settings to send to it. */
  streamKey: string;
  public: boolean;
  record: boolean;
  playerId: string | null;
  restreams: readonly Restream[];
  /** Media type of the uploaded thumbnail. */
  thumbnailType: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The members of a live stream that a client may set. */
export type LiveStreamChanges = Partial<
  Pick<LiveStream, 'name' | 'public' | 'record' | 'playerId' | 'restreams'>
>;

/** The filters of a list of live streams. */
export interface LiveStreamFilter {
  streamKey?: string | undefined;
  name?: string | undefined;
}

/** Where live streams are kept. */
export class LiveStreams {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create({ name, ...changes }: LiveStreamChanges & { name: string }): LiveStream {
    const now = this.#database.now();
    const liveStreamId = newId('li');
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO live_streams (id, name, stream_key, public, record, restreams, created_at, updated_at)
         VALUES (?, ?, ?, 1, 0, '[]', ?, ?)`,
        liveStreamId,
        name,
        randomUUID(),
        now,
        now,
      );
      this.#write(liveStreamId, changes);
    });
    return this.#existing(liveStreamId);
  }

  get(liveStreamId: string): LiveStream | undefined {
    const row = this.#database.get('SELECT * FROM live_streams WHERE id = ?', liveStreamId);
    return row && toLiveStream(row);
  }

  /** The live stream that an encoder with this key sends to. */
  findByKey(streamKey: string): LiveStream | undefined {
    const row = this.#database.get('SELECT * FROM live_streams WHERE stream_key = ?', streamKey);
    return row && toLiveStream(row);
  }

  update(liveStreamId: string, changes: LiveStreamChanges): LiveStream {
    this.#database.transaction(() => {
      this.#write(liveStreamId, changes);
      this.#touch(liveStreamId);
    });
    return this.#existing(liveStreamId);
  }

  /** Keeps the media type of an uploaded thumbnail, or null when there is none any more. */
  setThumbnail(liveStreamId: string, type: string | null): void {
    this.#database.run('UPDATE live_streams SET thumbnail_type = ? WHERE id = ?', type, liveStreamId);
    this.#touch(liveStreamId);
  }

  /** Keeps how often a source has begun. */
  setRuns(liveStreamId: string, runs: number): void {
    this.#database.run('UPDATE live_streams SET runs = ? WHERE id = ?', runs, liveStreamId);
  }

  /** How often a source has begun. */
  runs(liveStreamId: string): number {
    const row = this.#database.get('SELECT runs FROM live_streams WHERE id = ?', liveStreamId);
    return Number(row?.['runs'] ?? 0);
  }

  delete(liveStreamId: string): void {
    this.#database.run('DELETE FROM live_streams WHERE id = ?', liveStreamId);
  }

  /** The live streams whose thumbnail was uploaded. */
  withThumbnail(): Set<string> {
    const rows = this.#database.all('SELECT id FROM live_streams WHERE thumbnail_type IS NOT NULL');
    return new Set(rows.map((row) => String(row['id'])));
  }

  /** One page of the live streams that pass the filter, and how many pass in all. */
  list(
    { streamKey, name }: LiveStreamFilter,
    sort: { column: string; order: 'asc' | 'desc' },
    page: { pageSize: number; offset: number },
  ): { liveStreams: LiveStream[]; total: number } {
    const conditions: string[] = [];
    const values: Value[] = [];
    if (streamKey !== undefined) {
      conditions.push('stream_key = ?');
      values.push(streamKey);
    }
    if (name !== undefined) {
      conditions.push('instr(lower(name), lower(?)) > 0');
      values.push(name);
    }
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const count = this.#database.get(`SELECT count(*) AS n FROM live_streams ${where}`, ...values);
    const rows = this.#database.all(
      `SELECT * FROM live_streams ${where} ORDER BY ${sort.column} ${sort.order}, seq ${sort.order} LIMIT ? OFFSET ?`,
      ...values,
      page.pageSize,
      page.offset,
    );
    return { liveStreams: rows.map(toLiveStream), total: Number(count?.['n']) };
  }

  #existing(liveStreamId: string): LiveStream {
    const liveStream = this.get(liveStreamId);
    if (!liveStream) throw new Error('the live stream is gone');
    return liveStream;
  }

  #touch(liveStreamId: string): void {
    this.#database.run(
      'UPDATE live_streams SET updated_at = ? WHERE id = ?',
      this.#database.now(),
      liveStreamId,
    );
  }

  #write(liveStreamId: string, changes: LiveStreamChanges): void {
    const columns: [string, Value | undefined][] = [
      ['name', changes.name],
      ['public', changes.public === undefined ? undefined : Number(changes.public)],
      ['record', changes.record === undefined ? undefined : Number(changes.record)],
      ['player_id', changes.playerId],
      ['restreams', changes.restreams && JSON.stringify(changes.restreams)],
    ];
    for (const [column, value] of columns) {
      if (value !== undefined)
        this.#database.run(`UPDATE live_streams SET ${column} = ? WHERE id = ?`, value, liveStreamId);
    }
  }
}

function toLiveStream(row: Row): LiveStream {
  const text = (column: string) => (row[column] === null ? null : String(row[column]));
  return {
    liveStreamId: String(row['id']),
    name: String(row['name']),
    streamKey: String(row['stream_key']),
    public: row['public'] === 1,
    record: row['record'] === 1,
    playerId: text('player_id'),
    restreams: JSON.parse(String(row['restreams'])) as Restream[],
    thumbnailType: text('thumbnail_type'),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}
