/** How playback is at a moment, in the words of the inspector. */
export type PlaybackCondition =
  'idle' | 'starting' | 'playing' | 'paused' | 'seeking' | 'rebuffering' | 'ended' | 'failed';

/** One look at the media. */
export interface Sample {
  /** Milliseconds on the page's clock. */
  at: number;
  condition: PlaybackCondition;
  /** Seconds that are loaded ahead of the playhead. */
  buffer: number;
  /** Bits per second of the rendition; undefined where it is unknown. */
  bitrate: number | undefined;
  /** Seconds behind a live source. */
  latency: number | undefined;
  /** Frames that were dropped since the look before. */
  dropped: number;
}

/** What a look finds; dropped frames as the browser counts them, from the beginning. */
export interface Look extends Omit<Sample, 'dropped'> {
  droppedFrames: number;
}

/** What the looks add up to. Milliseconds. */
export interface HistoryTotals {
  /** From the wish to play to the first frame; undefined until both were seen. */
  startup: number | undefined;
  watched: number;
  rebufferCount: number;
  rebuffered: number;
}

/** HTMLMediaElement.HAVE_FUTURE_DATA */
const HAVE_FUTURE_DATA = 3;

/** The condition of media, of which `hasFailed` and `hasPlayed` say what the element itself does not. */
export function conditionOf(
  media: Pick<HTMLMediaElement, 'ended' | 'seeking' | 'paused' | 'readyState'>,
  { hasFailed, hasPlayed }: { hasFailed: boolean; hasPlayed: boolean },
): PlaybackCondition {
  if (hasFailed) return 'failed';
  if (media.ended) return 'ended';
  if (media.paused) return hasPlayed ? 'paused' : 'idle';
  if (media.seeking) return 'seeking';
  if (media.readyState >= HAVE_FUTURE_DATA) return 'playing';
  return hasPlayed ? 'rebuffering' : 'starting';
}

/** The last minutes of playback. */
export class History {
  readonly #most: number;
  readonly #samples: Sample[] = [];
  #droppedFrames = 0;
  #startedAt: number | undefined;
  readonly #totals: HistoryTotals = { startup: undefined, watched: 0, rebufferCount: 0, rebuffered: 0 };

  /** The largest number of samples that it keeps. */
  constructor(most = 600) {
    this.#most = most;
  }

  get samples(): readonly Sample[] {
    return this.#samples;
  }

  get totals(): Readonly<HistoryTotals> {
    return this.#totals;
  }

  add({ droppedFrames, ...look }: Look): void {
    const before = this.#samples.at(-1);
    // A new source counts from zero.
    const dropped = before ? Math.max(0, droppedFrames - this.#droppedFrames) : 0;
    this.#droppedFrames = droppedFrames;
    this.#count(look, before);
    this.#samples.push({ ...look, dropped });
    if (this.#samples.length > this.#most) this.#samples.shift();
  }

  /** Forgets the viewing before. */
  clear(): void {
    this.#samples.length = 0;
    this.#startedAt = undefined;
    Object.assign(this.#totals, { startup: undefined, watched: 0, rebufferCount: 0, rebuffered: 0 });
  }

  #count({ at, condition }: Omit<Look, 'droppedFrames'>, before: Sample | undefined): void {
    const totals = this.#totals;
    const passed = before ? at - before.at : 0;
    if (before?.condition === 'playing') totals.watched += passed;
    if (before?.condition === 'rebuffering') totals.rebuffered += passed;
    if (condition === 'rebuffering' && before?.condition !== 'rebuffering') totals.rebufferCount++;
    if (condition === 'starting') this.#startedAt ??= at;
    if (condition === 'playing' && this.#startedAt !== undefined) totals.startup ??= at - this.#startedAt;
  }
}
