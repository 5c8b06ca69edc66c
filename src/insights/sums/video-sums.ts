import type { VideoFigures, MissingReason } from './figures.ts';
import { MAX_SECONDS } from '../rows/read-values.ts';
import type { ViewingSummary } from '../viewings/viewing-summary.ts';
import { FigureSums, reasons } from './figure-sums.ts';
import { Timeline } from './timeline.ts';

/** Ends that are kept apart, in tenths of a second: a video has one, and browsers differ a little. */
const MAX_ENDS = 500;

/** What is asked of the places of a video. */
export interface PlaceOptions {
  places: number;
  durationOf: (videoId: string) => number | undefined;
}

/** The sums of one video or live stream: figures, and how often each moment was watched. */
export class VideoSums {
  readonly figures = new FigureSums();
  readonly #options: PlaceOptions;
  readonly #ends = new Map<number, number>();
  #videoId: string | undefined;
  #kind: 'video' | 'live-stream' | undefined;
  #isMixed = false;
  /** The places of a video whose length is known from the start; else seconds. */
  #seen: Timeline | undefined;
  #played: Timeline | undefined;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  get audience() {
    return this.figures.audience;
  }

  add(viewing: ViewingSummary): void {
    this.figures.add(viewing);
    const { mediaId, kind, hasPlayed, seen, played, end } = viewing;
    this.#name(mediaId, kind);
    if (!hasPlayed || kind === 'live-stream' || this.#isMixed) return;
    const { seen: all, played: often } = this.#timelines(mediaId);
    all.add(seen);
    often.add(played);
    if (end !== undefined && end > 0) this.#addEnd(Math.round(end * 10) / 10, 1);
  }

  merge(other: this): void {
    this.figures.merge(other.figures);
    if (other.#videoId !== undefined && other.#kind) this.#name(other.#videoId, other.#kind);
    this.#isMixed ||= other.#isMixed;
    if (this.#isMixed || other.#videoId === undefined || !other.#seen || !other.#played) return;
    const { seen, played } = this.#timelines(other.#videoId);
    seen.merge(other.#seen);
    played.merge(other.#played);
    for (const [end, count] of other.#ends) this.#addEnd(end, count);
  }

  /** The figures and, of a single video, its places. */
  shown(smallestAudience: number): Omit<VideoFigures, 'videoId' | 'kind'> {
    const figures = this.figures.figures(smallestAudience);
    const duration = this.#duration();
    const reason = this.#missing(figures.plays, duration);
    if (reason !== undefined || duration === undefined || !this.#seen || !this.#played) {
      const missing = { ...figures.missing, ...reasons(['retention', 'moments'], reason ?? 'no-playback') };
      return { ...figures, duration, retention: undefined, moments: undefined, missing };
    }
    const { places } = this.#options;
    const plays = this.figures.plays;
    const retention = this.#seen.places(places, duration).map((times) => times / plays);
    const moments = this.#played.places(places, duration).map((times) => times / plays);
    return { ...figures, duration, retention, moments };
  }

  get videoId(): string | undefined {
    return this.#isMixed ? undefined : this.#videoId;
  }

  get kind(): 'video' | 'live-stream' | undefined {
    return this.#isMixed ? undefined : this.#kind;
  }

  #missing(plays: number | undefined, duration: number | undefined): MissingReason | undefined {
    if (plays === undefined) return 'audience';
    if (this.#isMixed) return 'several-videos';
    if (this.#kind === 'live-stream') return 'live';
    if (plays === 0) return 'no-playback';
    return duration === undefined ? 'duration' : undefined;
  }

  /** Sums of several videos have no places. */
  #name(videoId: string, kind: 'video' | 'live-stream'): void {
    this.#isMixed ||= this.#videoId !== undefined && this.#videoId !== videoId;
    this.#videoId ??= videoId;
    this.#kind ??= kind;
    if (this.#isMixed) [this.#seen, this.#played] = [undefined, undefined];
  }

  #timelines(videoId: string): { seen: Timeline; played: Timeline } {
    const { places, durationOf } = this.#options;
    const known = durationOf(videoId);
    const create = () =>
      known === undefined ? new Timeline(1, MAX_SECONDS) : new Timeline(known / places, places);
    return { seen: (this.#seen ??= create()), played: (this.#played ??= create()) };
  }

  #addEnd(end: number, count: number): void {
    const before = this.#ends.get(end);
    if (before !== undefined || this.#ends.size < MAX_ENDS) this.#ends.set(end, (before ?? 0) + count);
  }

  #duration(): number | undefined {
    if (this.#isMixed || this.#videoId === undefined) return undefined;
    const byCount = [...this.#ends].sort(
      ([end, count], [otherEnd, other]) => other - count || otherEnd - end,
    );
    return this.#options.durationOf(this.#videoId) ?? byCount[0]?.[0];
  }
}
