import type { FiguresLine, Insights, RenditionLine, VideoFigures } from './figures.ts';
import type { ViewingSummary } from '../viewings/viewing-summary.ts';
import { Audience } from './audience.ts';
import { FigureSums, reasons } from './figure-sums.ts';
import { Lines } from './lines.ts';
import { VideoSums, type PlaceOptions } from './video-sums.ts';

/** How long a rendition was watched, and by whom. */
class RenditionSums {
  readonly audience = new Audience();
  watchTime = 0;

  add(viewer: string | undefined, watchTime: number): void {
    this.audience.add(viewer);
    this.watchTime += watchTime;
  }

  merge(other: RenditionSums): void {
    this.audience.merge(other.audience);
    this.watchTime += other.watchTime;
  }
}

/** The sums of viewings in each dimension. */
export class Sums {
  readonly #all: VideoSums;
  readonly #videos: Lines<string, VideoSums>;
  readonly #days = new Lines<string, FigureSums>(() => new FigureSums());
  readonly #browsers = new Lines<string, FigureSums>(() => new FigureSums());
  readonly #renditions = new Lines<number, RenditionSums>(() => new RenditionSums());

  constructor(options: PlaceOptions) {
    this.#all = new VideoSums(options);
    this.#videos = new Lines(() => new VideoSums(options));
  }

  add(viewing: ViewingSummary): void {
    this.#all.add(viewing);
    this.#videos.of(viewing.mediaId).add(viewing);
    this.#days.of(viewing.day).add(viewing);
    this.#browsers.of(viewing.browser).add(viewing);
    for (const [height, watchTime] of viewing.renditions)
      this.#renditions.of(height).add(viewing.viewer, watchTime);
  }

  merge(other: Sums): void {
    this.#all.merge(other.#all);
    this.#videos.merge(other.#videos);
    this.#days.merge(other.#days);
    this.#browsers.merge(other.#browsers);
    this.#renditions.merge(other.#renditions);
  }

  shown(smallestAudience: number): Omit<Insights, 'skipped'> {
    const all = this.#all.shown(smallestAudience);
    const renditions = this.#shownRenditions(smallestAudience);
    const missing =
      renditions.length > 0
        ? all.missing
        : { ...all.missing, ...reasons(['renditions'], all.plays === undefined ? 'audience' : 'format') };
    return {
      ...all,
      missing,
      videos: this.#videos
        .shown(smallestAudience)
        .map(({ name, line }): VideoFigures => {
          const kind = name === undefined ? undefined : line.kind;
          return { videoId: name, kind, ...line.shown(smallestAudience) };
        })
        .sort(byPlays),
      days: linesOf(this.#days, smallestAudience).sort(byName),
      browsers: linesOf(this.#browsers, smallestAudience).sort(byPlays),
      renditions: renditions.length > 0 ? renditions : undefined,
    };
  }

  #shownRenditions(smallestAudience: number): RenditionLine[] {
    const lines = this.#renditions.shown(smallestAudience);
    const all = lines.reduce((sum, { line }) => sum + line.watchTime, 0);
    return lines
      .map(({ name, line: { watchTime } }) => ({
        height: name,
        watchTime: Math.round(watchTime),
        share: all === 0 ? 0 : watchTime / all,
      }))
      .sort((one, other) => (other.height ?? -1) - (one.height ?? -1));
  }
}

function linesOf(lines: Lines<string, FigureSums>, smallestAudience: number): FiguresLine[] {
  return lines.shown(smallestAudience).map(({ name, line }) => ({ name, ...line.figures(smallestAudience) }));
}

/** What has no name comes last. */
const byPlays = (one: Named, other: Named) =>
  Number(nameOf(one) === undefined) - Number(nameOf(other) === undefined) ||
  (other.plays ?? 0) - (one.plays ?? 0) ||
  byName(one, other);

const byName = (one: Named, other: Named) => {
  const [name = '\uffff', otherName = '\uffff'] = [nameOf(one), nameOf(other)];
  return name < otherName ? -1 : Number(name > otherName);
};

type Named = { plays: number | undefined } & ({ name: string | undefined } | { videoId: string | undefined });
const nameOf = (line: Named) => ('name' in line ? line.name : line.videoId);
