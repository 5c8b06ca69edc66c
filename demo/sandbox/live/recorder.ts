import { randomUUID } from 'node:crypto';
import { discardFile } from '../http/receive-file.ts';
import type { HappeningsBoard } from '../happenings.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Packager } from '../packaging/packager.ts';
import type { DataFolder } from '../store/data-folder.ts';
import type { Database } from '../store/database.ts';
import type { LiveRecording, LiveRecordings } from '../store/live-recordings.ts';
import type { LiveStream } from '../store/live-streams.ts';
import type { Videos } from '../store/videos.ts';
import type { CutPart } from './part-cutter.ts';
import { isSameTracks, type Tracks } from './media-frame.ts';
import { mendRecording } from './mend-recording.ts';
import { Recording } from './recording.ts';

/** What making videos of broadcasts needs of the house. */
export interface RecorderNeeds {
  database: Database;
  folder: DataFolder;
  videos: Videos;
  recordings: LiveRecordings;
  ingest: Ingest;
  packager: Packager;
  happenings: HappeningsBoard;
  log: (line: string) => void;
}

interface Running {
  row: LiveRecording;
  recording: Recording;
}

/** Records broadcasts and makes a video of each when it is over, or at the next start when that came in between. */
export class Recorder {
  readonly #needs: RecorderNeeds;
  readonly #running = new Map<string, Running>();
  readonly #finishing = new Set<Promise<void>>();

  constructor(needs: RecorderNeeds) {
    this.#needs = needs;
  }

  /** Takes the next part of a broadcast; a recording begins, or another one, when that is needed. */
  take(liveStream: LiveStream, tracks: Tracks, part: CutPart): void {
    const { liveStreamId } = liveStream;
    const running = this.#running.get(liveStreamId);
    const isOver =
      running &&
      (!isSameTracks(running.recording.tracks, tracks) || running.recording.isFullAt(part.startAt));
    if (isOver && part.startsSegment) this.finish(liveStreamId);
    const { recording } = this.#running.get(liveStreamId) ?? this.#begin(liveStream, tracks, part.startAt);
    recording.append(part.bytes, part.startsSegment);
  }

  /** Ends the recording of a live stream, if there is one. */
  finish(liveStreamId: string): void {
    const running = this.#running.get(liveStreamId);
    if (!running) return;
    this.#running.delete(liveStreamId);
    const work = running.recording
      .close()
      .then(() => this.#adopt(running.row))
      .catch((error: unknown) => {
        this.#needs.log(`a recording could not be made a video: ${String(error)}`);
      })
      .finally(() => this.#finishing.delete(work));
    this.#finishing.add(work);
  }

  /** Makes videos of what an earlier run left behind. */
  async recover(): Promise<void> {
    for (const row of this.#needs.recordings.all()) await this.#adopt(row);
  }

  /** Ends all recordings and waits until they are videos. */
  async close(): Promise<void> {
    for (const liveStreamId of [...this.#running.keys()]) this.finish(liveStreamId);
    await Promise.all(this.#finishing);
  }

  #begin(
    { liveStreamId, name, public: isPublic, playerId }: LiveStream,
    tracks: Tracks,
    startAt: number,
  ): Running {
    const { recordings, folder, log } = this.#needs;
    const row = { file: randomUUID(), liveStreamId, name, public: isPublic, playerId };
    // Known before it is there: what no row knows is swept away at the next start.
    recordings.add(row);
    const running = { row, recording: new Recording(folder.extent(row.file), tracks, startAt, log) };
    this.#running.set(liveStreamId, running);
    return running;
  }

  async #adopt(row: LiveRecording): Promise<void> {
    const { database, folder, recordings, videos, ingest, packager, happenings } = this.#needs;
    const { file, liveStreamId, name, playerId } = row;
    const size = await mendRecording(folder.extent(file));
    if (size === undefined) {
      recordings.remove(file);
      await discardFile(folder.extents, file);
      return;
    }
    await folder.syncExtents();
    const videoId = database.transaction(() => {
      recordings.remove(file);
      const made = videos.create({
        title: name,
        public: row.public,
        ...(playerId === null ? {} : { playerId }),
      });
      recordings.link(made.videoId, liveStreamId);
      ingest.adopt(made.videoId, [{ file, size }]);
      // Told in the same breath, so that a sudden end neither loses nor repeats it for listeners who write it down.
      happenings.tell('video.source.recorded', { liveStreamId, videoId: made.videoId });
      return made.videoId;
    });
    packager.add(videoId);
  }
}
