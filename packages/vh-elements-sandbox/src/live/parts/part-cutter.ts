import { fragment, type Run, type Sample } from '../fmp4/fragment.ts';
import { AUDIO, VIDEO } from '../fmp4/init-segment.ts';
import { MAX_PART_MS, LONGEST_SEGMENT, MIN_SEGMENT_MS } from '../hls/timing.ts';
import type { MediaFrame, Tracks } from '../frames/media-frame.ts';
import { AudioTimeline } from '../audio-timeline.ts';

/** A piece of a segment, ready to be sent. */
export interface CutPart {
  bytes: Buffer;
  /** When it begins on the stream's line of time, and how long it is, in milliseconds. */
  startAt: number;
  duration: number;
  /** When it begins on the source's own clock. */
  sourceTime: number;
  /** True when a decoder can begin with it. */
  independent: boolean;
  startsSegment: boolean;
}

/** A source's clock may jump; from here on, in milliseconds, that is no delay but a new beginning. */
const TIMESTAMP_JUMP_MS = 1_000;
const DEFAULT_FRAME_MS = 40;
/** Parts and segments end here too, however short they are: new ones are kept in memory. */
const LARGEST_PART_BYTES = 8 * 1024 * 1024;
const LARGEST_SEGMENT_BYTES = 32 * 1024 * 1024;

/** Cuts the frames of one source into parts and segments; the picture, where there is one, says when. */
export class PartCutter {
  readonly #lead: MediaFrame['kind'];
  readonly #trackId: number;
  readonly #scale: number;
  readonly #startAt: number;
  readonly #audio: AudioTimeline | undefined;
  readonly #onPart: (part: CutPart) => void;
  /** The source's time of its first frame. */
  #origin: number | undefined;
  /** The last frame: how long it lasts is known when the next one comes. */
  #held: MediaFrame | undefined;
  #frames: { frame: MediaFrame; duration: number }[] = [];
  #partLength = 0;
  #partBytes = 0;
  #segmentLength = 0;
  #segmentBytes = 0;
  #startsSegment = true;
  #parts = 0;
  #end: number;

  /** `startAt` is where on the stream's line of time the first frame goes, in milliseconds. */
  constructor(tracks: Tracks, startAt: number, onPart: (part: CutPart) => void) {
    const { video, audio } = tracks;
    this.#lead = video ? 'video' : 'audio';
    this.#trackId = video ? VIDEO.id : AUDIO.id;
    this.#scale = (video ? VIDEO.timescale : (audio?.sampleRate ?? 1000)) / 1000;
    this.#audio = video && audio ? new AudioTimeline(audio.sampleRate) : undefined;
    this.#startAt = startAt;
    this.#end = startAt;
    this.#onPart = onPart;
  }

  /** Where the last part ended on the stream's line of time. */
  get end(): number {
    return this.#end;
  }

  /** True when the frame cannot follow the last one because the source's clock has jumped. */
  isJump({ kind, decodeAt }: MediaFrame): boolean {
    return (
      kind === this.#lead &&
      this.#held !== undefined &&
      Math.abs(decodeAt - this.#held.decodeAt) > TIMESTAMP_JUMP_MS
    );
  }

  push(frame: MediaFrame): void {
    if (frame.kind === this.#lead) this.#pushLead(frame);
    else if (this.#origin !== undefined && frame.decodeAt >= this.#origin) {
      this.#audio?.push(this.#place(frame.decodeAt), frame.data);
    }
  }

  /** Emits the rest at the end of the source. */
  flush(): void {
    if (this.#held) this.#take(this.#held, this.#frames.at(-1)?.duration ?? DEFAULT_FRAME_MS);
    this.#held = undefined;
    this.#closePart();
  }

  #pushLead(frame: MediaFrame): void {
    const held = this.#held;
    if (!held) {
      if (!frame.key) return;
      this.#origin ??= frame.decodeAt;
      this.#held = frame;
      return;
    }
    // Frames are decoded one after the other, whatever their times say.
    const next = { ...frame, decodeAt: Math.max(frame.decodeAt, held.decodeAt + 1) };
    const duration = Math.min(next.decodeAt - held.decodeAt, MAX_PART_MS);
    if (this.#partLength + duration > MAX_PART_MS) this.#closePart();
    this.#take(held, duration);
    this.#held = next;
    this.#closeBefore(next, duration);
  }

  /** Decides whether the frame that comes next, probably as long as the last, begins something new. */
  #closeBefore({ key }: MediaFrame, duration: number): void {
    const segment = this.#segmentLength + this.#partLength;
    const isLong = segment + duration > LONGEST_SEGMENT;
    const isLarge = this.#segmentBytes + this.#partBytes > LARGEST_SEGMENT_BYTES;
    if ((key && segment >= MIN_SEGMENT_MS) || isLong || isLarge) {
      this.#closePart();
      this.#startsSegment = true;
      this.#segmentLength = 0;
      this.#segmentBytes = 0;
    } else if (this.#partLength + duration > MAX_PART_MS || this.#partBytes > LARGEST_PART_BYTES)
      this.#closePart();
  }

  #take(frame: MediaFrame, duration: number): void {
    this.#frames.push({ frame, duration });
    this.#partLength += duration;
    this.#partBytes += frame.data.length;
  }

  #closePart(): void {
    const [first] = this.#frames;
    if (!first) return;
    const startAt = this.#place(first.frame.decodeAt);
    const end = startAt + this.#partLength;
    const sound = this.#audio?.take(end);
    const runs: Run[] = [
      { trackId: this.#trackId, decodeAt: this.#ticks(startAt), samples: this.#samples() },
      ...(sound ? [sound] : []),
    ];
    const part: CutPart = {
      bytes: fragment(++this.#parts, runs),
      startAt,
      duration: this.#partLength,
      sourceTime: first.frame.decodeAt,
      independent: first.frame.key,
      startsSegment: this.#startsSegment,
    };
    this.#segmentLength += this.#partLength;
    this.#segmentBytes += part.bytes.length;
    this.#partLength = 0;
    this.#partBytes = 0;
    this.#frames = [];
    this.#startsSegment = false;
    this.#end = end;
    this.#onPart(part);
  }

  #samples(): Sample[] {
    return this.#frames.map(({ frame, duration }) => {
      const at = this.#place(frame.decodeAt);
      return {
        data: frame.data,
        // The difference of two rounded times, so that rounding never adds up.
        duration: this.#ticks(at + duration) - this.#ticks(at),
        shift: this.#ticks(frame.showAt - frame.decodeAt),
        key: frame.key,
      };
    });
  }

  #place(sourceTime: number): number {
    return sourceTime - (this.#origin ?? sourceTime) + this.#startAt;
  }

  #ticks(milliseconds: number): number {
    return Math.round(milliseconds * this.#scale);
  }
}
