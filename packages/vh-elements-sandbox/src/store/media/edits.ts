import type { Database } from '../database/database.ts';

/** The range of a source that a video is; a timecode that is not there is the source's own end. */
export interface Clip {
  startTimecode: string | undefined;
  endTimecode: string | undefined;
}

/** A length: in pixels of the video, or as a share of it. */
export interface Length {
  value: number;
  unit: 'px' | '%';
}

/** Where a watermark goes, how large, and how strong. */
export interface Placement {
  left: Length | undefined;
  right: Length | undefined;
  top: Length | undefined;
  bottom: Length | undefined;
  /** `initial` is the picture's own; a missing side follows from the other one. */
  width: Length | 'initial' | undefined;
  height: Length | 'initial' | undefined;
  /** From 0 to 1. */
  opacity: number;
}

/** A picture that is laid over a video. */
export interface LaidWatermark {
  /** Its file among the extents. */
  file: string;
  placement: Placement;
}

/** The edits of a source, in order, before anything else. */
export interface EditList {
  clips: readonly Clip[];
  watermarks: readonly LaidWatermark[];
}

/** Stores the cuts and overlays of videos. */
export class Edits {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(videoId: string): EditList {
    const clips = this.#database.all(
      'SELECT * FROM video_clips WHERE video_id = ? ORDER BY position',
      videoId,
    );
    const watermarks = this.#database.all(
      'SELECT * FROM video_watermarks WHERE video_id = ? ORDER BY position',
      videoId,
    );
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return {
      clips: clips.map((row) => ({
        startTimecode: text(row['start_timecode']),
        endTimecode: text(row['end_timecode']),
      })),
      watermarks: watermarks.map((row) => ({
        file: String(row['file']),
        placement: JSON.parse(String(row['placement'])) as Placement,
      })),
    };
  }

  /** Adds edits after the present ones. Call it inside a transaction. */
  add(videoId: string, { clips, watermarks }: EditList): void {
    const next = `coalesce((SELECT max(position) + 1 FROM`;
    for (const { startTimecode, endTimecode } of clips) {
      this.#database.run(
        `INSERT INTO video_clips (video_id, position, start_timecode, end_timecode)
         VALUES (?1, ${next} video_clips WHERE video_id = ?1), 0), ?2, ?3)`,
        videoId,
        startTimecode ?? null,
        endTimecode ?? null,
      );
    }
    for (const { file, placement } of watermarks) {
      this.#database.run(
        `INSERT INTO video_watermarks (video_id, position, file, placement)
         VALUES (?1, ${next} video_watermarks WHERE video_id = ?1), 0), ?2, ?3)`,
        videoId,
        file,
        JSON.stringify(placement),
      );
    }
  }
}
