/** Why a figure is not there. It is never 0 instead. */
export type MissingReason =
  /** No viewing was reported in a format that has it: see `FIGURE_FORMATS`. */
  | 'format'
  /** Fewer viewers than `smallestAudience`. */
  | 'audience'
  /** Nothing says how long the video is: no `duration`, and nobody has reached the end. */
  | 'duration'
  /** A live stream has no beginning and no end. */
  | 'live'
  /** The rows are of several videos: each has its own. */
  | 'several-videos'
  /** No viewing has played anything. */
  | 'no-playback';

/** The names of figures. */
export type FigureName =
  | 'viewings'
  | 'plays'
  | 'viewers'
  | 'watchTime'
  | 'watchingNow'
  | 'startup'
  | 'rebuffering'
  | 'failures'
  | 'exits'
  | 'retention'
  | 'moments'
  | 'renditions';

/** Which formats of session events bring which figure: `collector-format` of the player says what it sends. */
export const FIGURE_FORMATS: Readonly<Record<FigureName, readonly ('v1' | 'vh')[]>> = {
  viewings: ['v1', 'vh'],
  plays: ['v1', 'vh'],
  viewers: ['v1', 'vh'],
  watchTime: ['v1', 'vh'],
  watchingNow: ['v1', 'vh'],
  startup: ['vh'],
  rebuffering: ['vh'],
  failures: ['vh'],
  exits: ['vh'],
  retention: ['v1', 'vh'],
  moments: ['v1', 'vh'],
  renditions: ['vh'],
};

/** The figures of some viewings. Lengths are milliseconds. One that is unknown is undefined, and `missing` says why. */
export interface Figures {
  viewings: number | undefined;
  /** Viewings in which something was played. */
  plays: number | undefined;
  /**
   * People who have played something. Viewings of the same viewer are one where the rows name viewers (`viewerKey`), and
   * each other viewing counts as one.
   */
  viewers: number | undefined;
  /** Time in which the playhead moved: neither starts nor rebuffering are in it. */
  watchTime: number | undefined;
  /** Viewings that play at this moment. */
  watchingNow: number | undefined;
  /** From the press to the first frame: half of the starts were faster than `median`, 95 of 100 faster than `slowest`. */
  startup: { median: number; slowest: number } | undefined;
  /** Stands of the playhead: how many, how long, and their share of the time that the viewers spent on watching. */
  rebuffering: { count: number; duration: number; share: number } | undefined;
  /** Viewings that have ended with a failure. */
  failures: number | undefined;
  /** Viewings that were left before the first frame. */
  exits: number | undefined;
  /** Why a figure is not there. */
  missing: Readonly<Partial<Record<FigureName, MissingReason>>>;
}

/** The figures of one day or one browser. */
export interface FiguresLine extends Figures {
  /** A day in UTC, `2026-01-31`, or a browser; undefined for all that are too few to be shown by themselves. */
  name: string | undefined;
}

/** How long a rendition was watched. */
export interface RenditionLine {
  /** The height of its picture in pixels; undefined for all that are too few to be shown by themselves. */
  height: number | undefined;
  /** Milliseconds. */
  watchTime: number;
  /** Of the watch time of all renditions: 0 to 1. */
  share: number;
}

/** The figures of one video or live stream. */
export interface VideoFigures extends Figures {
  /** Undefined for all that are too few to be shown by themselves. */
  videoId: string | undefined;
  kind: 'video' | 'live-stream' | undefined;
  /** Seconds: the option `duration`, or else where most viewings reached the end. */
  duration: number | undefined;
  /** For each place of the video: the share of plays that have seen it, 0 to 1. */
  retention: number[] | undefined;
  /** For each place: how often it was watched in a play, on average. More than 1 where viewers come back to it. */
  moments: number[] | undefined;
}

/** What session events say of viewings. */
export interface Insights extends Omit<VideoFigures, 'videoId' | 'kind'> {
  /** Each video and live stream, the most played first. */
  videos: readonly VideoFigures[];
  days: readonly FiguresLine[];
  browsers: readonly FiguresLine[];
  /** Undefined where no format has told it. */
  renditions: readonly RenditionLine[] | undefined;
  /** What was left out. */
  skipped: Skipped;
}

/** What was left out of the figures. */
export interface Skipped {
  /** Rows that are none of session events, broken, or too long. */
  rows: number;
  /** Events of other rows that cannot be used. */
  events: number;
  /** Rows of a viewing that was already added up: see `openViewings`. */
  late: number;
}
