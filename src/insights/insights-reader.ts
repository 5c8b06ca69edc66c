import { VhError } from '../core/errors/vh-error.ts';
import { parseJson } from '../core/wire/read-json.ts';
import type { Insights, Skipped } from './sums/figures.ts';
import { MAX_LINE_CHARACTERS, readRow } from './rows/read-row.ts';
import type { Report } from './rows/report.ts';
import { nameNumber } from './sums/audience.ts';
import { Sums } from './sums/sums.ts';
import type { PlaceOptions } from './sums/video-sums.ts';
import { ViewingRecord } from './viewings/viewing-record.ts';
import { summarize } from './viewings/viewing-summary.ts';

/** What to make of session events. */
export interface InsightsOptions {
  /** Only this video or live stream. */
  videoId?: string | undefined;
  /** Seconds: the length of the video, or a function that knows it of each. Without it, where most viewings reached the end. */
  duration?: number | ((videoId: string) => number | undefined) | undefined;
  /** How many places `retention` and `moments` have: 100 by default, 10,000 at most. */
  places?: number | undefined;
  /**
   * Figures of fewer people are not shown: 5 by default, so that none of them says what one person watched. 1 shows
   * everything.
   */
  smallestAudience?: number | undefined;
  /** The name in `metadata` under which the site says who watches: `user` by default. */
  viewerKey?: string | undefined;
  /** Milliseconds since 1970, for `watchingNow`: the present time by default. */
  now?: number | undefined;
  /** Viewings whose events are kept at the same time, 10,000 by default. Each takes a kilobyte or two. */
  openViewings?: number | undefined;
}

const DEFAULT_PLACES = 100;
const MAX_PLACES = 10_000;
const DEFAULT_SMALLEST_AUDIENCE = 5;
const DEFAULT_OPEN_VIEWINGS = 10_000;

/** Reads session events, row by row, and says at any time what they come to. Rows may come in any order and more than once. */
export class InsightsReader {
  readonly #options: InsightsOptions;
  readonly #places: PlaceOptions;
  /** The one that was silent for longest comes first. */
  readonly #open = new Map<string, ViewingRecord>();
  readonly #openViewings: number;
  /** What viewings come to of which nothing more is expected, and their names as numbers. */
  readonly #over: Sums;
  readonly #overNames = new Set<number>();
  readonly #skipped: { -readonly [Name in keyof Skipped]: Skipped[Name] } = { rows: 0, events: 0, late: 0 };

  constructor(options: InsightsOptions = {}) {
    const { duration, places = DEFAULT_PLACES, openViewings = DEFAULT_OPEN_VIEWINGS } = options;
    check('places', places, 1, MAX_PLACES);
    check('openViewings', openViewings, 1, Number.MAX_SAFE_INTEGER);
    check('smallestAudience', options.smallestAudience ?? 1, 1, Number.MAX_SAFE_INTEGER);
    if (typeof duration === 'number' && !(duration > 0 && Number.isFinite(duration)))
      throw new VhError('invalid-use', 'duration must be a number of seconds above 0.');
    this.#options = options;
    this.#openViewings = openViewings;
    this.#places = { places, durationOf: (videoId) => durationOf(duration, videoId) };
    this.#over = new Sums(this.#places);
  }

  /** Takes a row: an object, or a line of NDJSON. One that cannot be used is skipped and counted. */
  add(row: unknown): void {
    if (typeof row === 'string' && row.trim() === '') return;
    const value = typeof row === 'string' ? readLine(row) : row;
    const read = readRow(value, this.#options.viewerKey ?? 'user');
    if (!read) this.#skipped.rows += 1;
    this.#skipped.events += read?.badEvents ?? 0;
    if (read?.report) this.#take(read.report);
  }

  /** What the rows so far come to. More of them may be added then. */
  figures(): Insights {
    const now = this.#options.now ?? Date.now();
    const sums = new Sums(this.#places);
    sums.merge(this.#over);
    for (const record of this.#open.values()) this.#sumUp(record, sums, now);
    const shown = sums.shown(this.#options.smallestAudience ?? DEFAULT_SMALLEST_AUDIENCE);
    return { ...shown, skipped: { ...this.#skipped } };
  }

  #take(report: Report): void {
    const { viewing } = report;
    const known = this.#open.get(viewing);
    if (!known && this.#overNames.size > 0 && this.#overNames.has(nameNumber(viewing))) {
      this.#skipped.late += 1;
      return;
    }
    const record = known ?? new ViewingRecord();
    this.#skipped.events += record.add(report);
    if (known) this.#open.delete(viewing);
    this.#open.set(viewing, record);
    if (this.#open.size > this.#openViewings) this.#closeFirst();
  }

  /** Several at once: looking for the first of a map takes longer the more were taken from it. */
  #closeFirst(): void {
    let left = Math.max(1, Math.floor(this.#openViewings / 10));
    for (const [viewing, record] of this.#open) {
      if (left === 0) return;
      left -= 1;
      this.#open.delete(viewing);
      this.#overNames.add(nameNumber(viewing));
      // Nobody is watching there: thousands of others have said something since.
      this.#sumUp(record, this.#over, Infinity);
    }
  }

  #sumUp(record: ViewingRecord, sums: Sums, now: number): void {
    const { videoId } = this.#options;
    if (videoId !== undefined && record.mediaId !== videoId) return;
    const summary = summarize(record, now);
    if (summary) sums.add(summary);
  }
}

function readLine(line: string): unknown {
  return line.length > MAX_LINE_CHARACTERS ? undefined : parseJson(line);
}

function durationOf(duration: InsightsOptions['duration'], videoId: string): number | undefined {
  const seconds = typeof duration === 'function' ? duration(videoId) : duration;
  return seconds !== undefined && seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

function check(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range = `from ${String(least)} to ${String(most)}`;
  throw new VhError('invalid-use', `${name} must be a whole number ${range}.`);
}
