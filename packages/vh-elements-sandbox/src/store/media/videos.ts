import type { Pair } from '../../http/values/shape.ts';
import type { Database, Row, Value } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { listVideos, type VideoFilter } from './list-videos.ts';

/** A video as it is kept. */
export interface Video {
  videoId: string;
  title: string;
  description: string;
  public: boolean;
  panoramic: boolean;
  mp4Support: boolean;
  playerId: string | null;
  tags: readonly string[];
  metadata: readonly Pair[];
  /** The live stream that this is a recording of. */
  liveStreamId: string | null;
  /** Media type of the thumbnail, once there is one. */
  thumbnailType: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The members of a video that a client may set. */
export type VideoChanges = Partial<
  Pick<
    Video,
    'title' | 'description' | 'public' | 'panoramic' | 'mp4Support' | 'playerId' | 'tags' | 'metadata'
  >
>;

/** Where videos are kept. */
export class Videos {
  readonly #database: Database;
  #revision = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Another number whenever there may be other videos than before, or other titles. */
  get revision(): number {
    return this.#revision;
  }

  create({ title, ...changes }: VideoChanges & { title: string }): Video {
    const now = this.#database.now();
    const videoId = newId('vi');
    this.#revision++;
    this.#database.run(
      `INSERT INTO videos (id, title, description, public, panoramic, mp4_support, tags, metadata, created_at, updated_at)
       VALUES (?, ?, '', 1, 0, 1, '[]', '[]', ?, ?)`,
      videoId,
      title,
      now,
      now,
    );
    this.#write(videoId, changes);
    return this.#existing(videoId);
  }

  get(videoId: string): Video | undefined {
    const row = this.#database.get('SELECT * FROM videos WHERE id = ?', videoId);
    return row && toVideo(row);
  }

  update(videoId: string, changes: VideoChanges): Video {
    if (changes.title !== undefined) this.#revision++;
    this.#write(videoId, changes);
    this.touch(videoId);
    return this.#existing(videoId);
  }

  /** Marks a video as changed just now. */
  touch(videoId: string): void {
    this.#database.run('UPDATE videos SET updated_at = ? WHERE id = ?', this.#database.now(), videoId);
  }

  setThumbnail(videoId: string, type: string): void {
    this.#database.run('UPDATE videos SET thumbnail_type = ? WHERE id = ?', type, videoId);
    this.touch(videoId);
  }

  delete(videoId: string): void {
    this.#revision++;
    this.#database.run('DELETE FROM videos WHERE id = ?', videoId);
  }

  /** The one that was made last. */
  newest(): string | undefined {
    const row = this.#database.get('SELECT id FROM videos ORDER BY seq DESC LIMIT 1');
    return row && String(row['id']);
  }

  ids(): string[] {
    return this.#database.all('SELECT id FROM videos').map((row) => String(row['id']));
  }

  /** Videos without a whole source that were made, or whose upload began, at a moment or before. */
  unfinished(since: number): string[] {
    return this.#database
      .all(
        `SELECT id FROM videos LEFT JOIN sources ON video_id = id
         WHERE coalesce(complete, 0) = 0 AND coalesce(started_at, created_at) <= ?`,
        since,
      )
      .map((row) => String(row['id']));
  }

  /** One page of the videos that pass the filter, and how many pass in all. */
  list(
    filter: VideoFilter,
    sort: { column: string; order: 'asc' | 'desc' },
    page: { pageSize: number; offset: number },
  ): { videos: Video[]; total: number } {
    const { rows, total } = listVideos(this.#database, filter, sort, page);
    return { videos: rows.map(toVideo), total };
  }

  #existing(videoId: string): Video {
    const video = this.get(videoId);
    if (!video) throw new Error('the video is gone');
    return video;
  }

  #write(videoId: string, changes: VideoChanges): void {
    const columns: [string, Value | undefined][] = [
      ['title', changes.title],
      ['description', changes.description],
      ['public', toBit(changes.public)],
      ['panoramic', toBit(changes.panoramic)],
      ['mp4_support', toBit(changes.mp4Support)],
      ['player_id', changes.playerId],
      ['tags', changes.tags && JSON.stringify(changes.tags)],
      ['metadata', changes.metadata && JSON.stringify(changes.metadata)],
    ];
    for (const [column, value] of columns) {
      if (value !== undefined)
        this.#database.run(`UPDATE videos SET ${column} = ? WHERE id = ?`, value, videoId);
    }
  }
}

function toVideo(row: Row): Video {
  return {
    videoId: String(row['id']),
    title: String(row['title']),
    description: String(row['description']),
    public: row['public'] === 1,
    panoramic: row['panoramic'] === 1,
    mp4Support: row['mp4_support'] === 1,
    playerId: row['player_id'] === null ? null : String(row['player_id']),
    tags: JSON.parse(String(row['tags'])) as string[],
    metadata: JSON.parse(String(row['metadata'])) as Pair[],
    liveStreamId: row['live_stream_id'] === null ? null : String(row['live_stream_id']),
    thumbnailType: row['thumbnail_type'] === null ? null : String(row['thumbnail_type']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}

function toBit(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
