import { partitionPoint } from '../../core/partition-point.ts';
import { parseJson, readList, readNumber, readText } from '../../core/wire/read-json.ts';

const KEY = 'vh-caption-delays';
/** The videos that were set last. */
const MAX_KEPT = 50;
/** Seconds: captions of another cut of a film are off by no more than that. */
const MAX_DELAY_S = 60;

type DelayStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The video whose captions are late or early: its id, and where it has none, an address that is kept nowhere. `subject` is
 * the visitor: a delay tells what somebody has watched, so that each visitor has their own.
 */
export interface DelayedVideo {
  readonly id: string | undefined;
  readonly address: string | undefined;
  readonly subject?: string | undefined;
}

/** How much later than written captions show. A viewer sets it for one video; it is kept by the video's id. */
export class CaptionDelay {
  readonly #video: () => DelayedVideo;
  readonly #isKept: () => boolean;
  readonly #changed: () => void;
  readonly #storage: () => DelayStorage;
  #of: string | undefined;
  #seconds = 0;

  constructor(
    video: () => DelayedVideo,
    isKept: () => boolean,
    changed: () => void,
    storage: () => DelayStorage = () => localStorage,
  ) {
    this.#video = video;
    this.#isKept = isKept;
    this.#changed = changed;
    this.#storage = storage;
  }

  /** Below 0, they show sooner. */
  get seconds(): number {
    const { id, address, subject } = this.#video();
    const of = id ?? address;
    const entry = of && entryOf(of, subject);
    // While the next state is unknown, the viewer's choice applies.
    if (entry !== undefined && entry !== this.#of) {
      this.#of = entry;
      this.#seconds = (id !== undefined && this.#isKept() && this.#read().get(entry)) || 0;
    }
    return this.#seconds;
  }

  /** The cues of a track that show now, and the milliseconds after which there may be others of which the browser says nothing. */
  cuesOf(
    track: Pick<TextTrack, 'cues' | 'activeCues'>,
    { currentTime, playbackRate }: Pick<HTMLMediaElement, 'currentTime' | 'playbackRate'>,
  ): { readonly cues: readonly TextTrackCue[]; readonly changeInMs: number } {
    const { seconds } = this;
    if (seconds === 0) return { cues: [...(track.activeCues ?? [])], changeInMs: Infinity };
    const time = currentTime - seconds;
    const { cues, nextChange } = cuesAt(track.cues ?? [], time);
    return { cues, changeInMs: ((nextChange - time) / playbackRate) * 1_000 };
  }

  /** Sets it, in tenths of a second. */
  set(seconds: number): void {
    const { id, subject } = this.#video();
    const limited = Math.min(Math.max(seconds, -MAX_DELAY_S), MAX_DELAY_S);
    if (limited === this.seconds) return;
    this.#seconds = Math.round(limited * 10) / 10 || 0;
    if (id !== undefined && this.#isKept()) this.#write(entryOf(id, subject), this.#seconds);
    this.#changed();
  }

  /** The last one first; whatever is not usable is left out. */
  #read(): Map<string, number> {
    try {
      const kept = readList(parseJson(this.#storage().getItem(KEY) ?? ''));
      return new Map(
        kept.flatMap((entry) => {
          const [id, seconds] = readList(entry);
          const [known, delay] = [readText(id), readNumber(seconds)];
          const isUsable = known && delay !== undefined && Math.abs(delay) <= MAX_DELAY_S;
          return isUsable ? [[known, delay] as [string, number]] : [];
        }),
      );
    } catch {
      return new Map();
    }
  }

  #write(entry: string, seconds: number): void {
    const others = [...this.#read()].filter(([known]) => known !== entry);
    const own: [string, number][] = seconds === 0 ? [] : [[entry, seconds]];
    try {
      this.#storage().setItem(KEY, JSON.stringify([...own, ...others].slice(0, MAX_KEPT)));
    } catch {
      // Full or forbidden: it holds for this visit.
    }
  }
}

/** As positions are named (`src/playback/memory`): each visitor has delays of their own. */
const entryOf = (of: string, subject?: string): string =>
  subject ? `${of} for ${encodeURIComponent(subject)}` : of;

/** Seconds: a cue that shows may have begun so long ago. */
const LONGEST_S = 600;

/** Cues in the order of their beginnings, as a text track has them. */
export type TimedCues<Cue> = ArrayLike<Cue>;

/** The cues of a second, and the next second at which there are others. */
export interface CuesAt<Cue> {
  readonly cues: readonly Cue[];
  readonly nextChange: number;
}

/** Finds the cues of a second that is not the media's own: a browser knows those of its clock only. */
export function cuesAt<Cue extends Pick<TextTrackCue, 'startTime' | 'endTime'>>(
  all: TimedCues<Cue>,
  seconds: number,
): CuesAt<Cue> {
  const end = partitionPoint(all, ({ startTime }) => startTime <= seconds);
  const cues: Cue[] = [];
  let nextChange = all[end]?.startTime ?? Infinity;
  for (let at = end - 1; at >= 0; at--) {
    const cue = all[at];
    if (!cue || cue.startTime < seconds - LONGEST_S) break;
    if (cue.endTime <= seconds) continue;
    cues.unshift(cue);
    nextChange = Math.min(nextChange, cue.endTime);
  }
  return { cues, nextChange };
}
