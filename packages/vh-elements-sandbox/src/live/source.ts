import type { Clock } from '../common/clock.ts';
import type { Feed } from './frames/feed.ts';
import { isSameTracks, type MediaFrame, type Tracks } from './frames/media-frame.ts';
import { PartCutter, type CutPart } from './parts/part-cutter.ts';

/** The listener to a source's frames. */
export interface SourceEvents {
  /** The first part of a run is about to come. */
  onRun: (tracks: Tracks) => void;
  /** A frame, as it was sent. */
  onFrame: (frame: MediaFrame, tracks: Tracks) => void;
  /** A part, and the time of day at which it begins. */
  onPart: (part: CutPart, wallTime: number, tracks: Tracks) => void;
  /** It is gone: for good, or perhaps not. */
  onClosed: (isOver: boolean) => void;
}

/** One source's connection to a channel. */
export class Source implements Feed {
  readonly #clock: Clock;
  readonly #timelineStart: () => number;
  readonly #events: SourceEvents;
  readonly #closed = new AbortController();
  #tracks: Tracks | undefined;
  #epoch: number | undefined;
  #cutter: PartCutter | undefined;

  constructor(clock: Clock, line: () => number, events: SourceEvents) {
    this.#clock = clock;
    this.#timelineStart = line;
    this.#events = events;
  }

  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  begin(tracks: Tracks, epoch?: number): void {
    // Encoders repeat what they have said.
    if (this.#cutter && this.#tracks && isSameTracks(this.#tracks, tracks)) return;
    this.#endRun();
    this.#tracks = tracks;
    this.#epoch = epoch;
  }

  push(frame: MediaFrame): void {
    if (!this.#tracks || this.#closed.signal.aborted) return;
    this.#events.onFrame(frame, this.#tracks);
    if (this.#cutter?.isJump(frame)) this.#endRun();
    this.#cutter ??= this.#startRun(this.#tracks);
    this.#cutter.push(frame);
  }

  end(): void {
    this.#close(true);
  }

  disconnect(): void {
    this.#close(false);
  }

  #endRun(): void {
    this.#cutter?.flush();
    this.#cutter = undefined;
  }

  #close(isOver: boolean): void {
    if (this.#closed.signal.aborted) return;
    this.#cutter?.flush();
    this.#closed.abort();
    this.#events.onClosed(isOver);
  }

  #startRun(tracks: Tracks): PartCutter {
    let epoch = this.#epoch;
    let isFirst = true;
    return new PartCutter(tracks, this.#timelineStart(), (part) => {
      if (isFirst) this.#events.onRun(tracks);
      isFirst = false;
      // The segment just cut has been arriving for as long as its duration.
      epoch ??= this.#clock.now() - part.duration - part.sourceTime;
      this.#events.onPart(part, part.sourceTime + epoch, tracks);
    });
  }
}
