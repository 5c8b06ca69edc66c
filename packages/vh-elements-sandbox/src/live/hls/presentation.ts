import type { Clock } from '../../common/clock.ts';
import { SEGMENTS_IN_PARTS } from './timing.ts';
import type { SegmentFiles } from './segment-files.ts';

/** A part as it is listed and, while it is new, kept. */
export interface LivePart {
  number: number;
  seconds: number;
  independent: boolean;
  bytes: Buffer;
}

/** A segment: its parts while it is new, and when and where it plays. */
export interface LiveSegment {
  sequence: number;
  seconds: number;
  /** The time of day at which it begins. */
  startsAt: number;
  independent: boolean;
  /** The initialisation that its bytes need, by number. */
  init: number;
  /** True when it does not follow from the one before it. */
  discontinuity: boolean;
  complete: boolean;
  /** Since when it stands whole in the playlist: a time of day. */
  completeSince: number;
  parts: LivePart[];
}

/** Where a presentation begins to count, and how much of the past it keeps. */
export interface PresentationOptions {
  clock: Clock;
  files: SegmentFiles;
  firstSequence: number;
  /** How many discontinuities the stream has had before. */
  discontinuities: number;
  windowSeconds: number;
}

/** Segments that have left the playlist stay for players that have just read it. */
const SEGMENTS_LEFT_LYING = 8;

/** One live stream as players see it: a moving window of segments, and the requests that wait for the next part. */
export class Presentation {
  readonly #options: PresentationOptions;
  readonly #segments: LiveSegment[] = [];
  readonly #inits = new Map<number, Buffer>();
  readonly #waiting = new Set<() => void>();
  #nextPart = 0;
  #nextSequence: number;
  /** Discontinuities before the first segment of the window. */
  #discontinuities: number;
  #init: number;
  #begins: 'stream' | 'run' | undefined = 'stream';
  #ended = false;

  constructor(options: PresentationOptions) {
    this.#options = options;
    this.#nextSequence = options.firstSequence;
    this.#discontinuities = options.discontinuities;
    this.#init = options.discontinuities - 1;
  }

  /** Distinguishes the media of this presentation from any other of the same stream. */
  get session(): number {
    return this.#options.discontinuities;
  }

  get firstSequence(): number {
    return this.#segments[0]?.sequence ?? this.#options.firstSequence;
  }

  get segments(): readonly LiveSegment[] {
    return this.#segments;
  }

  get discontinuitySequence(): number {
    return this.#discontinuities;
  }

  /** The number that the next part will have. */
  get nextPart(): number {
    return this.#nextPart;
  }

  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** For how long a segment has stood whole in the playlist, in milliseconds. */
  listedFor({ completeSince }: LiveSegment): number {
    return this.#options.clock.now() - completeSince;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The next segments need a new initialisation and do not continue the earlier ones. */
  beginRun(init: Buffer): void {
    this.#closeSegment();
    this.#ended = false;
    this.#inits.set(++this.#init, init);
    this.#begins ??= 'run';
  }

  add(part: Omit<LivePart, 'number'> & { startsAt: number; startsSegment: boolean }): void {
    const { startsAt, startsSegment, seconds, independent, bytes } = part;
    if (startsSegment) this.#closeSegment();
    const segment = this.#openSegment(startsAt, independent);
    segment.parts.push({ number: this.#nextPart++, seconds, independent, bytes });
    segment.seconds += seconds;
    this.#wake();
  }

  /** No more is to come: the last segment is complete and the playlist says so. */
  end(): void {
    this.#closeSegment();
    this.#ended = true;
    this.#wake();
  }

  /** The bytes of a segment that is on its way to the disk. */
  pending(sequence: number): Buffer | undefined {
    return this.#options.files.pending(sequence);
  }

  /** Where a segment is on disk. */
  file(sequence: number): string {
    return this.#options.files.path(sequence);
  }

  init(number: number): Buffer | undefined {
    return this.#inits.get(number);
  }

  part(number: number): Buffer | undefined {
    for (const { parts } of this.#segments.slice(-SEGMENTS_IN_PARTS)) {
      const found = parts.find((part) => part.number === number);
      if (found) return found.bytes;
    }
    return undefined;
  }

  /** Resolves when `isTrue`, with true, or with false after too long a time or when the waiter has gone. */
  until(isTrue: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (isTrue()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (outcome: boolean) => {
        this.#waiting.delete(look);
        cancel();
        signal.removeEventListener('abort', giveUp);
        resolve(outcome);
      };
      const look = () => {
        if (isTrue()) settle(true);
      };
      const giveUp = () => {
        settle(false);
      };
      const cancel = this.#options.clock.after(milliseconds, giveUp);
      this.#waiting.add(look);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #openSegment(startsAt: number, independent: boolean): LiveSegment {
    const last = this.#segments.at(-1);
    if (last && !last.complete) return last;
    const segment: LiveSegment = {
      sequence: this.#nextSequence++,
      seconds: 0,
      startsAt,
      independent,
      init: this.#init,
      discontinuity: this.#begins === 'run',
      complete: false,
      completeSince: Infinity,
      parts: [],
    };
    this.#begins = undefined;
    this.#segments.push(segment);
    return segment;
  }

  #closeSegment(): void {
    const segment = this.#segments.at(-1);
    if (!segment || segment.complete) return;
    segment.complete = true;
    segment.completeSince = this.#options.clock.now();
    this.#options.files.write(
      segment.sequence,
      segment.parts.map(({ bytes }) => bytes),
    );
    // Older parts are not listed any more: their bytes are on disk.
    for (const old of this.#segments.slice(0, -SEGMENTS_IN_PARTS)) old.parts = [];
    this.#moveWindow();
    this.#wake();
  }

  #moveWindow(): void {
    let seconds = this.#segments.reduce((sum, segment) => sum + segment.seconds, 0);
    while (seconds - (this.#segments[0]?.seconds ?? 0) > this.#options.windowSeconds) {
      const left = this.#segments.shift();
      if (!left) return;
      seconds -= left.seconds;
      if (this.#segments[0]?.discontinuity) {
        this.#discontinuities++;
        this.#segments[0].discontinuity = false;
        this.#inits.delete(left.init);
      }
      this.#options.files.remove(left.sequence - SEGMENTS_LEFT_LYING);
    }
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
