import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ffmpeg } from '../../packaging/ffmpeg/ffmpeg.ts';
import type { CutPart } from '../parts/part-cutter.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import type { Tracks } from '../frames/media-frame.ts';

/** So often, in milliseconds of the stream, a new picture is taken. */
const SNAPSHOT_INTERVAL_MS = 60_000;
const SNAPSHOT_TIMEOUT_MS = 10_000;

/** Takes pictures of live streams for their thumbnails, where there is an ffmpeg to do it. */
export class Snapshots {
  readonly #folder: string;
  readonly #ffmpeg: Ffmpeg | undefined;
  readonly #log: (line: string) => void;
  readonly #last = new Map<string, number>();

  constructor(folder: string, ffmpeg: Ffmpeg | undefined, log: (line: string) => void) {
    this.#folder = folder;
    this.#ffmpeg = ffmpeg;
    this.#log = log;
  }

  /** Where the picture of a live stream is, if one has been taken. */
  path(liveStreamId: string): string {
    return path.join(this.#folder, `${liveStreamId}.jpg`);
  }

  /** Looks at a part of a live stream, and takes its picture when it is time for one. */
  consider(liveStreamId: string, tracks: Tracks, { bytes, startAt, independent }: CutPart): void {
    const last = this.#last.get(liveStreamId);
    const isDue = last === undefined || startAt < last || startAt - last >= SNAPSHOT_INTERVAL_MS;
    if (!this.#ffmpeg || !tracks.video || !independent || !isDue) return;
    this.#last.set(liveStreamId, startAt);
    this.#take(this.#ffmpeg, liveStreamId, Buffer.concat([initSegment(tracks), bytes])).catch(
      (error: unknown) => {
        this.#log(`no picture of a live stream could be taken: ${String(error)}`);
      },
    );
  }

  /** Forgets a live stream, and its picture. */
  async drop(liveStreamId: string): Promise<void> {
    this.#last.delete(liveStreamId);
    await rm(this.path(liveStreamId), { force: true });
  }

  async #take(ffmpeg: Ffmpeg, liveStreamId: string, media: Buffer): Promise<void> {
    const place = this.path(liveStreamId);
    const work = { media: `${place}.mp4`, picture: `${place}.new` };
    await mkdir(this.#folder, { recursive: true });
    try {
      await writeFile(work.media, media);
      const source = { files: [{ path: work.media, size: media.length }], container: 'video/mp4' };
      await ffmpeg.snapshot(source, 0, work.picture, AbortSignal.timeout(SNAPSHOT_TIMEOUT_MS));
      if (this.#last.has(liveStreamId)) await rename(work.picture, place);
    } finally {
      for (const file of Object.values(work)) await rm(file, { force: true });
    }
  }
}
