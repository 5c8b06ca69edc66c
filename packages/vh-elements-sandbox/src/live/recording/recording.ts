import { open, type FileHandle } from 'node:fs/promises';
import { shiftFragment } from '../fmp4/fragment.ts';
import { AUDIO, initSegment, VIDEO } from '../fmp4/init-segment.ts';
import type { Tracks } from '../frames/media-frame.ts';

/** More than this waiting for the disk, and the recording is given up: the broadcast matters more. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** The service splits recordings here. */
const MAX_DURATION_MS = 12 * 60 * 60 * 1000;

/** The listener to a recording's progress. */
export interface RecordingEvents {
  /** Makes sure that the name of the new file survives a power cut. */
  onCreated: () => Promise<void>;
  /** All data so far are on disk. */
  onStored: () => void;
  /** The disk has failed: nothing more is appended. */
  onBroken: (error: unknown) => void;
}

/** One recording on its way to the disk: an MP4 that is good up to its last whole fragment at any moment. */
export class Recording {
  readonly tracks: Tracks;
  readonly #path: string;
  readonly #startAt: number;
  readonly #events: RecordingEvents;
  #handle: FileHandle | undefined;
  #work: Promise<void>;
  #waiting = 0;
  #broken = false;

  /** `startAt` is the time on the stream's line that becomes the recording's beginning. */
  constructor(path: string, tracks: Tracks, startAt: number, events: RecordingEvents) {
    this.tracks = tracks;
    this.#path = path;
    this.#startAt = startAt;
    this.#events = events;
    this.#work = Promise.resolve();
    this.#next(async () => {
      this.#handle = await open(this.#path, 'wx', 0o600);
      await events.onCreated();
      await this.#handle.writeFile(initSegment(tracks));
    });
  }

  /** True when a part that begins then belongs into another recording. */
  isFullAt(startAt: number): boolean {
    return startAt - this.#startAt >= MAX_DURATION_MS;
  }

  /** Appends a part; `sync` makes sure that all so far survives a power cut. */
  append(bytes: Buffer, sync: boolean): void {
    if (this.#broken) return;
    this.#waiting += bytes.length;
    if (this.#waiting > MAX_WAITING_BYTES) this.#give(new Error('the disk is too slow'));
    this.#next(async () => {
      await this.#handle?.writeFile(shiftFragment(bytes, (trackId) => this.#ticks(trackId)));
      this.#waiting -= bytes.length;
      if (!sync) return;
      await this.#handle?.datasync();
      this.#events.onStored();
    });
  }

  /** True when it has broken off: nothing more is appended to it. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Closes the file once all is written; what could be written of it is a recording, too. */
  async close(): Promise<void> {
    await this.#work;
    await this.#handle?.close().catch(() => undefined);
  }

  #ticks(trackId: number): number {
    const scale = trackId === AUDIO.id ? (this.tracks.audio?.sampleRate ?? 0) : VIDEO.timescale;
    return Math.round((this.#startAt * scale) / 1000);
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#broken ? undefined : work()))
      .catch((error: unknown) => {
        this.#give(error);
      });
  }

  #give(error: unknown): void {
    if (!this.#broken) this.#events.onBroken(error);
    this.#broken = true;
  }
}
