import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import type { FailureLog } from '../../store/database/failure-log.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import type { EventBus } from '../../common/event-bus.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import { JobQueue } from '../../packaging/job-queue.ts';
import type { Packager } from '../../packaging/packager.ts';
import type { DataFolder } from '../../store/files/data-folder.ts';
import type { Database } from '../../store/database/database.ts';
import type { LiveRecording, LiveRecordings } from '../../store/media/live-recordings.ts';
import type { LiveStream } from '../../store/media/live-streams.ts';
import type { Videos } from '../../store/media/videos.ts';
import type { CutPart } from '../parts/part-cutter.ts';
import { isSameTracks, type Tracks } from '../frames/media-frame.ts';
import { repairRecording } from './repair-recording.ts';
import { Recording } from './recording.ts';

/** The services that making videos of broadcasts uses. */
export interface RecorderNeeds {
  database: Database;
  folder: DataFolder;
  videos: Videos;
  recordings: LiveRecordings;
  ingest: Ingest;
  packager: Packager;
  eventBus: EventBus;
  clock: Clock;
  failures: FailureLog;
}

interface Running {
  row: LiveRecording;
  recording: Recording;
}

/** Milliseconds of the stream between a recording that broke off and the next one of the same broadcast. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Its name in the log. */
const RECORDING = 'recording a live stream';

/**
 * Records broadcasts and makes a video of each when it is over, or at the next start when that came in between. A
 * recording that breaks off, since the disk is full or fails, is a video of what it has; another one begins when that
 * can be. What cannot be made a video for now is kept, and tried again.
 */
export class Recorder {
  readonly #needs: RecorderNeeds;
  readonly #running = new Map<string, Running>();
  readonly #closing = new Set<{ row: LiveRecording; work: Promise<void> }>();
  /** Live streams whose recording broke off: since when on their line of time, and how long they wait for another. */
  readonly #pauses = new Map<string, { startAt: number; pauseMs: number }>();
  /** Makes videos of recordings, by the names of their files. */
  readonly #adopting: JobQueue;

  constructor(needs: RecorderNeeds) {
    this.#needs = needs;
    const { clock, failures } = needs;
    this.#adopting = new JobQueue({
      name: 'making a video of a recording',
      work: (file) => this.#adopt(file),
      clock,
      failures,
    });
  }

  /** Takes the next part of a broadcast; a recording begins, or another one, when that is needed. */
  take(liveStream: LiveStream, tracks: Tracks, part: CutPart): void {
    const { liveStreamId } = liveStream;
    const running = this.#running.get(liveStreamId);
    const isOver =
      running &&
      (!isSameTracks(running.recording.tracks, tracks) || running.recording.isFullAt(part.startAt));
    if (isOver && part.startsSegment) this.finish(liveStreamId);
    if (running?.recording.isBroken) {
      this.#end(liveStreamId);
      this.#pause(liveStreamId, part.startAt);
    }
    if (this.#mustWait(liveStreamId, part)) return;
    const current = this.#running.get(liveStreamId) ?? this.#begin(liveStream, tracks, part.startAt);
    current?.recording.append(part.bytes, part.startsSegment);
  }

  /** Ends the recording of a live stream, if there is one. */
  finish(liveStreamId: string): void {
    this.#pauses.delete(liveStreamId);
    this.#end(liveStreamId);
  }

  #end(liveStreamId: string): void {
    const running = this.#running.get(liveStreamId);
    if (!running) return;
    this.#running.delete(liveStreamId);
    const { row, recording } = running;
    const work = recording.close().finally(() => {
      this.#closing.delete(closing);
      this.#adopting.add(row.file);
    });
    const closing = { row, work };
    this.#closing.add(closing);
  }

  /** Makes videos of what an earlier run left behind. */
  recover(): void {
    const own = [...this.#running.values(), ...this.#closing].map(({ row }) => row.file);
    for (const file of this.#needs.recordings.files()) if (!own.includes(file)) this.#adopting.add(file);
  }

  /** Waits until each recording that is over is a video, or has been tried to be made one. */
  async settled(): Promise<void> {
    await Promise.all([...this.#closing].map(({ work }) => work));
    await this.#adopting.settled();
  }

  /** Ends all recordings and waits until they are videos; keeps failed ones for the next start. */
  async close(): Promise<void> {
    for (const liveStreamId of [...this.#running.keys()]) this.finish(liveStreamId);
    await this.settled();
    await this.#adopting.stop();
  }

  /** Whether a live stream whose recording broke off has to wait for its next one. */
  #mustWait(liveStreamId: string, { startAt, startsSegment }: CutPart): boolean {
    const pause = this.#pauses.get(liveStreamId);
    if (!pause || this.#running.has(liveStreamId)) return false;
    // A source that came back may count from anywhere.
    const hasWaited = startAt < pause.startAt || startAt - pause.startAt >= pause.pauseMs;
    return !hasWaited || !startsSegment;
  }

  #pause(liveStreamId: string, startAt: number): void {
    const before = this.#pauses.get(liveStreamId)?.pauseMs ?? FIRST_PAUSE_MS / 2;
    this.#pauses.set(liveStreamId, { startAt, pauseMs: Math.min(LONGEST_PAUSE_MS, before * 2) });
  }

  #begin(
    { liveStreamId, name, public: isPublic, playerId }: LiveStream,
    tracks: Tracks,
    startAt: number,
  ): Running | undefined {
    const { recordings, folder, failures } = this.#needs;
    const row = { file: randomUUID(), liveStreamId, name, public: isPublic, playerId };
    const events = {
      onCreated: () => folder.syncExtents(),
      onStored: () => {
        this.#pauses.delete(liveStreamId);
        failures.succeeded(RECORDING);
      },
      onBroken: (error: unknown) => {
        failures.failed(RECORDING, error);
      },
    };
    try {
      // Known before it is there: what no row knows is swept away at the next start.
      recordings.add(row);
    } catch (error) {
      events.onBroken(error);
      this.#pause(liveStreamId, startAt);
      return undefined;
    }
    const running = { row, recording: new Recording(folder.extent(row.file), tracks, startAt, events) };
    this.#running.set(liveStreamId, running);
    return running;
  }

  async #adopt(file: string): Promise<void> {
    const { database, folder, recordings, videos, ingest, packager, eventBus } = this.#needs;
    const row = recordings.get(file);
    if (!row) return;
    const { liveStreamId, name, playerId } = row;
    const size = await repairRecording(folder.extent(file));
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
      // Reported in the same transaction, so that a sudden end neither loses nor repeats it for listeners who write it down.
      eventBus.emitOrThrow('video.source.recorded', { liveStreamId, videoId: made.videoId });
      return made.videoId;
    });
    packager.add(videoId);
  }
}
