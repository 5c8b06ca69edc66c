/** A live stream that keeps less than this has nothing worth going back to. */
const MIN_DVR_S = 30;

/** Seconds between which a viewer may seek. */
export interface SeekRange {
  start: number;
  end: number;
}

/** The members of a media element that it uses. */
type Media = Pick<HTMLMediaElement, 'duration' | 'currentTime' | 'seekable'>;

/**
 * Where a viewer is, and may go: in a video from its beginning to its end, in a live stream as far back as it is kept.
 */
export class Timeline {
  readonly #media: Media;
  /** Seconds: where the viewer's hand holds the seek bar, before the video is there. */
  #held: number | undefined;
  #moved = (): void => {};

  constructor(media: Media) {
    this.#media = media;
  }

  /** Calls back after each jump that a viewer makes. */
  onMove(moved: () => void): void {
    this.#moved = moved;
  }

  /** True for media without an end. */
  get isLive(): boolean {
    return this.#media.duration === Infinity;
  }

  /** Undefined where there is nothing to seek in. */
  get range(): SeekRange | undefined {
    const { duration } = this.#media;
    if (Number.isFinite(duration)) return duration > 0 ? { start: 0, end: duration } : undefined;
    if (!this.isLive) return undefined;
    // Not before the duration is known: WebKitGTK never finds it where it was asked for this first.
    const { seekable } = this.#media;
    if (seekable.length === 0) return undefined;
    const range = { start: seekable.start(0), end: seekable.end(seekable.length - 1) };
    return range.end - range.start >= MIN_DVR_S ? range : undefined;
  }

  /** Seconds, as they are shown. */
  get time(): number {
    return this.#held ?? this.#media.currentTime;
  }

  /** Goes to that second, or to the nearest that there is. */
  seekTo(seconds: number): void {
    const { range } = this;
    if (!range) return;
    this.#held = Math.min(Math.max(seconds, range.start), range.end);
    this.#media.currentTime = this.#held;
    this.#moved();
  }

  /** Seeks forward or back by some seconds; several presses in a row add up. */
  seekBy(seconds: number): void {
    this.seekTo(this.time + seconds);
  }

  /** Goes to a fraction of the whole, 0 to 1. */
  seekToFraction(fraction: number): void {
    const { range } = this;
    if (range) this.seekTo(range.start + fraction * (range.end - range.start));
  }

  /** Shows the media's own time again: it has come to where the hand was. */
  release(): void {
    this.#held = undefined;
  }
}
