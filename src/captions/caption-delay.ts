import { parseJson, readList, readNumber, readText } from '../core/wire/read-json.ts';

const KEY = 'vh-caption-delays';
/** The videos that were set last. */
const MAX_KEPT = 50;
/** Seconds: captions of another cut of a film are off by no more than that. */
const MAX_DELAY_S = 60;

type DelayStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The video whose captions are late or early: its id, and where it has none, an address that is kept nowhere. */
export interface DelayedVideo {
  readonly id: string | undefined;
  readonly address: string | undefined;
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
    const { id, address } = this.#video();
    const of = id ?? address;
    // While the next state is unknown, the viewer's choice applies.
    if (of !== undefined && of !== this.#of) {
      this.#of = of;
      this.#seconds = (id !== undefined && this.#isKept() && this.#read().get(id)) || 0;
    }
    return this.#seconds;
  }

  /** Sets it, in tenths of a second. */
  set(seconds: number): void {
    const { id } = this.#video();
    const limited = Math.min(Math.max(seconds, -MAX_DELAY_S), MAX_DELAY_S);
    if (limited === this.seconds) return;
    this.#seconds = Math.round(limited * 10) / 10 || 0;
    if (id !== undefined && this.#isKept()) this.#write(id, this.#seconds);
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

  #write(id: string, seconds: number): void {
    const others = [...this.#read()].filter(([known]) => known !== id);
    const own: [string, number][] = seconds === 0 ? [] : [[id, seconds]];
    try {
      this.#storage().setItem(KEY, JSON.stringify([...own, ...others].slice(0, MAX_KEPT)));
    } catch {
      // Full or forbidden: it holds for this visit.
    }
  }
}
