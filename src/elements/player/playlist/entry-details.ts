import { type PlaybackRequest, type PlaybackSource, isGone, lookUp } from '../../../playback/index.ts';

import type { PlaylistItem } from '../api/playlist-entry.ts';

/** The known facts of an entry before it plays. */
export interface EntryDetail {
  readonly title: string | undefined;
  readonly poster: string | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
}

/** One entry, and the media by which it is known. */
interface Entry {
  readonly item: PlaylistItem;
  readonly key: string;
}

/** Titles, pictures and lengths of a playlist's entries: as the page gives them, else from their playbacks. */
export class EntryDetails {
  readonly #requestOf: (item: PlaylistItem) => PlaybackRequest;
  readonly #changed: () => void;
  readonly #known = new Map<string, Partial<EntryDetail>>();
  readonly #gone = new Set<string>();
  readonly #asked = new Set<string>();
  #waiting: Entry[] = [];
  #isAsking = false;

  constructor(requestOf: (item: PlaylistItem) => PlaybackRequest, changed: () => void) {
    this.#requestOf = requestOf;
    this.#changed = changed;
  }

  /** The known facts of an entry. */
  of({ item, key }: Entry): EntryDetail {
    const { heading, poster, duration, playback } = item;
    const given = typeof playback === 'object' ? playback : undefined;
    const known = { ...given, ...this.#known.get(key) };
    return {
      title: heading ?? known.title,
      poster: poster ?? known.poster,
      duration: duration ?? known.duration,
    };
  }

  /** True for one that cannot be played, as its server has said or a try has shown. */
  isBroken(key: string): boolean {
    return this.#gone.has(key);
  }

  /** Notes whether it can be played. */
  mark(key: string, isBroken: boolean): void {
    if (this.#gone.has(key) === isBroken) return;
    if (isBroken) this.#gone.add(key);
    else this.#gone.delete(key);
    this.#changed();
  }

  /** Notes the playback of an entry. */
  note(key: string, { title, poster, duration }: PlaybackSource): void {
    this.#known.set(key, { title, poster, duration });
  }

  /** Asks for the unknown facts, one entry at a time and each once, while the viewer looks at the list. */
  ask(entries: readonly Entry[]): void {
    const wanted = entries.filter((entry) => !this.#asked.has(entry.key) && this.#isUnknown(entry));
    for (const { key } of wanted) this.#asked.add(key);
    this.#waiting.push(...wanted);
    if (!this.#isAsking) void this.#askAll();
  }

  /** Asks for no more. */
  release(): void {
    for (const { key } of this.#waiting) this.#asked.delete(key);
    this.#waiting = [];
  }

  /** A function of the page's may count its calls, and a token may open once: both wait for their turn to play. */
  #isUnknown({ item, key }: Entry): boolean {
    const { title, poster, duration } = this.of({ item, key });
    const isFree = item.playback === undefined && item.token === undefined && item.src === undefined;
    return (
      isFree &&
      !this.#known.has(key) &&
      (title === undefined || poster === undefined || duration === undefined)
    );
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      const { item, key } = entry;
      try {
        const source = await lookUp(this.#requestOf(item));
        if (source) this.note(key, source);
      } catch (error) {
        if (isGone(error)) this.#gone.add(key);
        // Without a network, or of a busy server, no more is asked for now.
        else this.release();
      }
      this.#changed();
    }
    this.#isAsking = false;
  }
}
