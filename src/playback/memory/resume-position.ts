import type { StreamPreferences } from '../stream/stream-preferences.ts';
import type { PlaybackSource } from '../source/playback-source.ts';
import { parseJson, readList, readNumber, readText } from '../../core/wire/read-json.ts';

/** Seconds: a viewer who has seen less has hardly begun. */
const MIN_POSITION_S = 10;
/** The rest is taken for the credits. */
const MAX_PART = 0.95;
/** Seconds of playing after which the position is kept again. */
const INTERVAL_S = 5;

/** The members of a media element that it follows. */
type Media = Pick<HTMLMediaElement, 'addEventListener' | 'currentTime' | 'duration' | 'readyState'>;

/** Settings of `keepPosition`. */
export interface KeepOptions {
  /** Ends it. */
  signal: AbortSignal;
  memory?: PositionMemory | undefined;
  /** The page's document: it is hidden when the visitor leaves. */
  page?: EventTarget | undefined;
}

/** Seconds: where to begin. The page's word comes first, then where the viewer stopped on an earlier visit. */
export function resumePosition(
  { id, kind, duration = Infinity }: PlaybackSource,
  startTime: number,
  { resumes, subject }: StreamPreferences,
  memory: PositionMemory = new PositionMemory(),
): number {
  if (startTime > 0 || !resumes || !id || kind === 'live-stream') return startTime;
  const kept = memory.read(entryOf(id, subject)) ?? 0;
  // The video may have become another one since then.
  return kept <= duration * MAX_PART ? kept : 0;
}

/** Keeps where the viewer is, for another visit, until the signal aborts. */
export function keepPosition(
  media: Media,
  { id, kind }: PlaybackSource,
  preferences: StreamPreferences,
  { signal, memory = new PositionMemory(), page = window }: KeepOptions,
): void {
  if (!id || kind === 'live-stream') return;
  // Before playback, the clock is not at the resume position.
  let hasBegun = false;
  // Where the visitor changes, the position stays that of the one who began to watch.
  let entry = '';
  let kept = -INTERVAL_S;
  const keep = () => {
    const { currentTime, duration, readyState } = media;
    if (!hasBegun || readyState === 0 || !Number.isFinite(duration) || !preferences.resumes) return;
    kept = currentTime;
    const isWorthIt = currentTime >= MIN_POSITION_S && currentTime <= duration * MAX_PART;
    memory.write(entry, isWorthIt ? currentTime : undefined);
  };
  media.addEventListener(
    'playing',
    () => {
      if (!hasBegun) entry = entryOf(id, preferences.subject);
      hasBegun = true;
    },
    { signal },
  );
  media.addEventListener('emptied', () => (hasBegun = false), { signal });
  media.addEventListener(
    'timeupdate',
    () => {
      if (Math.abs(media.currentTime - kept) >= INTERVAL_S) keep();
    },
    { signal },
  );
  for (const type of ['pause', 'seeked', 'ended']) media.addEventListener(type, keep, { signal });
  page.addEventListener('pagehide', keep, { signal });
}

/** The name of a position: each visitor has positions of their own. */
const entryOf = (id: string, subject?: string): string =>
  subject ? `${id} for ${encodeURIComponent(subject)}` : id;

const KEY = 'vh-positions';
/** The videos watched last: a longer list would reveal more about a viewer than needed. */
const MAX_POSITIONS = 50;

/** Keeps where a viewer stopped in a video, by its id. Where storage is denied, nothing is kept. */
export class PositionMemory {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  /** Seconds; undefined of a video that was not begun, or was watched to its end. */
  read(id: string): number | undefined {
    return this.#all().find(([known]) => known === id)?.[1];
  }

  /** Keeps a position, or with `undefined` forgets it. */
  write(id: string, seconds: number | undefined): void {
    const all = this.#all();
    const others = all.filter(([known]) => known !== id);
    if (seconds === undefined && others.length === all.length) return;
    const own: [string, number][] = seconds === undefined ? [] : [[id, Math.floor(seconds)]];
    try {
      this.#storage().setItem(KEY, JSON.stringify([...own, ...others].slice(0, MAX_POSITIONS)));
    } catch {
      // Full or forbidden: the next visit begins at the start.
    }
  }

  /** The last one first; whatever is not usable is left out. */
  #all(): [string, number][] {
    try {
      return readList(parseJson(this.#storage().getItem(KEY) ?? '')).flatMap((entry) => {
        const [id, seconds] = readList(entry);
        const [known, position] = [readText(id), readNumber(seconds)];
        return known && position !== undefined && position > 0 ? [[known, position] as [string, number]] : [];
      });
    } catch {
      return [];
    }
  }
}
