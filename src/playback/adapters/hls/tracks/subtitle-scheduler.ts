/** What loads one subtitle track at a time; hls.js does. */
export interface OneTrackEngine {
  /** The subtitle track that it loads; -1 for none. */
  subtitleTrack: number;
  /** Seconds behind the source of a live stream; 0 where it is none. */
  readonly latency: number;
}

/** Seconds that a track may be ahead of another one before that has its turn. */
const TURN_S = 8;
/** Seconds that are missing between two segments that follow each other. */
const HOLE_S = 0.5;
/** hls.js looks for something to load every 500 ms: a track that finds nothing in this time has all it wants. */
const IDLE_MS = 700;
/** A request that takes longer no longer keeps the other tracks waiting. */
const REQUEST_MS = 4_000;
/** More tracks at once are a mistake, or an attack. */
const MAX_TRACKS = 4;

/**
 * Makes hls.js, which loads one subtitle track at a time, load several: the track that has least ahead of the clock has its
 * turn. hls.js remembers what it has of each. A change makes hls.js load one segment again, so that turns are rare.
 */
export class SubtitleScheduler {
  readonly #engine: OneTrackEngine;
  readonly #media: Pick<HTMLMediaElement, 'currentTime' | 'duration'>;
  /** Of each track, what has been loaded. Seconds. */
  readonly #ranges = new Map<number, { start: number; end: number }[]>();
  #wanted: readonly number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: OneTrackEngine, media: Pick<HTMLMediaElement, 'currentTime' | 'duration'>) {
    this.#engine = engine;
    this.#media = media;
  }

  /** Loads these tracks from now on, and no other. */
  want(tracks: readonly number[]): void {
    this.#wanted = tracks.slice(0, MAX_TRACKS);
    const present = this.#engine.subtitleTrack;
    const [first = -1] = this.#wanted;
    if (this.#wanted.includes(present) || present === first) this.idle();
    else this.#turnTo(first);
  }

  /** A request of the present track is under way. */
  busy(): void {
    this.#wait(REQUEST_MS);
  }

  /** The present track has nothing under way. */
  idle(): void {
    this.#wait(IDLE_MS);
  }

  /** A request of the present track has failed: others need not wait for another try. */
  failed(): void {
    this.#wait(0);
  }

  /** Takes note of a segment that has come. Seconds. */
  loaded(track: number, start: number, end: number): void {
    this.#note(track, start, end);
    this.idle();
    if (this.#wanted.length < 2) return;
    const poorest = this.#poorest(this.#wanted);
    const isFar = this.#aheadOf(track) >= this.#aheadOf(poorest) + TURN_S;
    if (track === this.#engine.subtitleTrack && isFar) this.#turnTo(poorest);
  }

  end(): void {
    this.#wanted = [];
    clearTimeout(this.#timer);
  }

  /** Once the present track has all it wants. */
  #look(): void {
    const poorest = this.#poorest(this.#wanted.filter((track) => track !== this.#engine.subtitleTrack));
    const { latency } = this.#engine;
    const least = latency > 0 ? Math.min(TURN_S, latency / 2) : TURN_S;
    const ahead = this.#aheadOf(poorest);
    const isAll = this.#media.currentTime + ahead >= this.#media.duration - HOLE_S;
    if (ahead < least && !isAll) this.#turnTo(poorest);
    else this.idle();
  }

  #turnTo(track: number): void {
    // First: a request may be under way by the time hls.js has changed.
    this.idle();
    this.#engine.subtitleTrack = track;
  }

  #poorest(tracks: readonly number[]): number {
    const [first = -1, ...others] = tracks;
    return others.reduce((one, other) => (this.#aheadOf(other) < this.#aheadOf(one) ? other : one), first);
  }

  #note(track: number, start: number, end: number): void {
    const ranges = this.#ranges.get(track) ?? [];
    const isNear = (range: { start: number; end: number }) =>
      range.start <= end + HOLE_S && range.end >= start - HOLE_S;
    const near = [{ start, end }, ...ranges.filter(isNear)];
    const whole = {
      start: Math.min(...near.map((range) => range.start)),
      end: Math.max(...near.map((range) => range.end)),
    };
    this.#ranges.set(track, [...ranges.filter((range) => !isNear(range)), whole]);
  }

  /** Seconds that have been loaded of a track, from the clock on. */
  #aheadOf(track: number): number {
    const { currentTime } = this.#media;
    const range = this.#ranges
      .get(track)
      ?.find(({ start, end }) => start <= currentTime + HOLE_S && end > currentTime);
    return range ? range.end - currentTime : 0;
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#wanted.length > 1) this.#timer = setTimeout(() => this.#look(), ms);
  }
}
