import type { Probe } from '../../packaging/probe.ts';
import type { Database, Row } from '../database/database.ts';

/** Where a rendition stands. */
export type RenditionStatus = 'waiting' | 'encoding' | 'encoded' | 'failed';

/** One rendition in a master playlist. */
export interface Variant {
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  width: number | undefined;
  height: number | undefined;
  frameRate: number | undefined;
  /** Of the list of its key frames; absent without a picture, and for films packaged before there were such lists. */
  keyFrames?: { bandwidth: number; codecs: string } | undefined;
}

/** One rendition on its way. */
export interface Rendition {
  type: 'hls' | 'mp4';
  quality: string;
  status: RenditionStatus;
  variant: Variant | undefined;
}

/** The result of packaging. */
export interface Encoding {
  state: 'waiting' | 'encoding' | 'done' | 'failed';
  /** Why it failed, or why some of it did, in words. */
  reason: string | undefined;
  probe: Probe | undefined;
}

/** Where it is kept what packaging has done and has yet to do. */
export class Encodings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(videoId: string): Encoding | undefined {
    const row = this.#database.get('SELECT * FROM encodings WHERE video_id = ?', videoId);
    return (
      row && {
        state: row['state'] as Encoding['state'],
        reason: row['reason'] === null ? undefined : String(row['reason']),
        probe: row['probe'] === null ? undefined : (JSON.parse(String(row['probe'])) as Probe),
      }
    );
  }

  put(videoId: string, { state, reason, probe }: Encoding): void {
    this.#database.run(
      'INSERT OR REPLACE INTO encodings (video_id, state, reason, probe) VALUES (?, ?, ?, ?)',
      videoId,
      state,
      reason ?? null,
      probe ? JSON.stringify(probe) : null,
    );
  }

  /** Videos whose packaging has not come to its end. */
  unfinished(): string[] {
    return this.#database
      .all(`SELECT video_id FROM encodings WHERE state IN ('waiting', 'encoding')`)
      .map((row) => String(row['video_id']));
  }

  renditions(videoId: string): Rendition[] {
    return this.#database
      .all('SELECT * FROM renditions WHERE video_id = ? ORDER BY type, CAST(quality AS INTEGER)', videoId)
      .map(toRendition);
  }

  /**
   * The renditions whose completion is not reported yet, and marks them as reported: those of HLS from the lowest up, as
   * far as nothing below is still on its way.
   */
  takeUnreported(videoId: string): Rendition[] {
    const done = this.renditions(videoId);
    const open = done.findIndex(({ type, status }) => type === 'hls' && isOpen(status));
    const unreported = this.#database
      .all('SELECT type, quality FROM renditions WHERE video_id = ? AND told = 0', videoId)
      .map((row) => `${String(row['type'])} ${String(row['quality'])}`);
    const taken = done.filter(
      ({ type, quality, status }, index) =>
        status === 'encoded' &&
        unreported.includes(`${type} ${quality}`) &&
        (type === 'mp4' || open === -1 || index < open),
    );
    for (const { type, quality } of taken) {
      const update = 'UPDATE renditions SET told = 1 WHERE video_id = ? AND type = ? AND quality = ?';
      this.#database.run(update, videoId, type, quality);
    }
    return taken;
  }

  putRendition(videoId: string, { type, quality, status, variant }: Rendition): void {
    this.#database.run(
      'INSERT OR REPLACE INTO renditions (video_id, type, quality, status, variant) VALUES (?, ?, ?, ?, ?)',
      videoId,
      type,
      quality,
      status,
      variant ? JSON.stringify(variant) : null,
    );
  }
}

/** True while a rendition may still come to its end. */
export function isOpen(status: RenditionStatus): boolean {
  return status === 'waiting' || status === 'encoding';
}

function toRendition(row: Row): Rendition {
  return {
    type: row['type'] as Rendition['type'],
    quality: String(row['quality']),
    status: row['status'] as RenditionStatus,
    variant: row['variant'] === null ? undefined : (JSON.parse(String(row['variant'])) as Variant),
  };
}
