import { Shared } from '../../core/async/shared.ts';
import { Store } from '../../core/store.ts';
import { nearestLanguage } from '../languages/languages.ts';
import { CaptionMemory } from './caption-memory.ts';
import { captionsOf, choicesOf, labelOf, type CaptionSource } from './selectable-tracks.ts';

export type { CaptionSource } from './selectable-tracks.ts';

/** The members of a media element's `textTracks` that the engine uses. */
export type CaptionSources = EventTarget & Iterable<CaptionSource>;

/** One language to choose from. */
export interface CaptionTrack {
  /** Its BCP 47 tag; without one, its label or `und`. `select` takes it. */
  language: string;
  /** The author's label, else the language's own name, else empty. */
  label: string;
  active: boolean;
}

/** The languages to choose from, and the language shown: empty for none. */
export type CaptionsState =
  | { status: 'none' }
  | {
      status: 'some';
      tracks: readonly CaptionTrack[];
      active: string;
      /** The language that shows beside it: empty for none. */
      second: string;
      /** True where they show automatically: without sound, or with sound that the viewer does not understand. */
      isAuto: boolean;
      /** True where a voice reads them. */
      isSpoken: boolean;
    };

/** What shows over the picture now. */
export interface ShowingCaptions {
  /** The tracks that show, the language that was chosen first before the second. */
  readonly tracks: readonly CaptionSource[];
  /** A sample while a viewer chooses the look of captions; empty for none. It shows where no cue does. */
  readonly sample: string;
}

/** A value of `choose` in place of a language: show captions only when they are needed. */
export const AUTO = 'auto';

/** Settings of `CaptionTracks`. */
export interface CaptionTracksOptions {
  preference?: CaptionMemory | undefined;
  /** Ends the listeners. */
  signal: AbortSignal;
  /** The languages that the viewer reads, the best one first: they come first in the list. */
  languages?: readonly string[] | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: (() => number) | undefined;
}

/** After a track is added, mode changes are the browser's or an engine's for this long, not a person's. */
const NEW_TRACK_MS = 1_000;
/** Corrections of such changes: two scripts that each restore their choice must not alternate forever. */
const MAX_CORRECTIONS = 2;

/** The captions and subtitles of one media element: one track per language, and the one that shows. */
export class CaptionTracks {
  readonly store = new Store<CaptionsState>({ status: 'none' });
  /** Of who draws them. */
  readonly showing = new Store<ShowingCaptions>({ tracks: [], sample: '' });
  /** Aborts when the list has no users any more. */
  readonly signal: AbortSignal;
  readonly #sources: CaptionSources;
  readonly #preference: CaptionMemory | undefined;
  readonly #now: () => number;
  readonly #languages: readonly string[];
  /** The sources whose cues are in use elsewhere: they stay loaded while they do not show. */
  readonly #readers = new Map<CaptionSource, number>();
  /** The language to show, also before its track is there. Undefined: the page's markup decides. */
  #wanted: string | undefined;
  /** The language that shows beside it; empty for none. */
  #second: string;
  #isSpoken: boolean;
  /** In the automatic mode, the language that shows now; empty for none. */
  #auto: string | undefined;
  /** The language that was on before captions were turned off. */
  #last: string | undefined;
  #newUntil = 0;
  #corrections = 0;

  constructor(sources: CaptionSources, options: CaptionTracksOptions) {
    this.#sources = sources;
    this.#preference = options.preference;
    this.#now = options.now ?? (() => performance.now());
    this.#languages = options.languages ?? [];
    this.#wanted = options.preference?.read();
    this.#second = options.preference?.readSecond() ?? '';
    this.#isSpoken = options.preference?.readSpoken() ?? false;
    const { signal } = options;
    this.signal = signal;
    if (signal.aborted) return;
    sources.addEventListener('addtrack', () => this.#addTrack(), { signal });
    sources.addEventListener('removetrack', () => this.#publish(), { signal });
    sources.addEventListener('change', () => this.#followChange(), { signal });
    this.#addTrack();
  }

  /** Shows a language, none for an empty string, or captions when needed for `auto`. A missing track shows as soon as it is added. */
  select(language: string): void {
    this.#wanted = language;
    this.#corrections = 0;
    this.#applyWanted();
    this.#publish();
  }

  /** Selects for a person, and stores the choice. */
  choose(language: string): void {
    // The present language comes back when captions are turned on again.
    const { active } = this;
    if (active !== '') this.#last = active;
    this.#auto = undefined;
    this.#preference?.write(language, this.#last);
    this.select(language);
  }

  /** Shows a second language beside the first for a person, or none for an empty string, and stores the choice. */
  chooseSecond(language: string): void {
    this.#second = language;
    this.#preference?.writeSecond(language);
    this.#corrections = 0;
    this.#applyWanted();
    this.#publish();
  }

  /** Turns reading aloud on or off, and stores the choice. */
  chooseSpoken(isSpoken: boolean): void {
    this.#isSpoken = isSpoken;
    this.#preference?.writeSpoken(isSpoken);
    // Hidden cues are not read aloud.
    if (isSpoken && this.active === '' && this.#wanted !== AUTO) this.toggle(this.#languages);
    this.#publish();
  }

  /** Says what shows now while that is `auto`: a language, or none for an empty string. */
  showAuto(language: string): void {
    if (this.#auto === language) return;
    this.#auto = language;
    if (this.#wanted !== AUTO) return;
    this.#applyWanted();
    this.#publish();
  }

  /** Shows a sample, until an empty text takes it back. */
  showSample(sample: string): void {
    this.showing.set({ ...this.showing.state, sample });
  }

  /** The language that was on last, also on another visit. */
  get last(): string | undefined {
    return this.#last ?? this.#preference?.readLast();
  }

  /** The track of a language, which stays loaded until the signal aborts whether it shows or not. */
  load(language: string, signal: AbortSignal): CaptionSource | undefined {
    const source = this.#choices().get(language);
    if (!source || signal.aborted) return undefined;
    this.#readers.set(source, (this.#readers.get(source) ?? 0) + 1);
    if (source.mode === 'disabled') source.mode = 'hidden';
    signal.addEventListener(
      'abort',
      () => {
        const readers = (this.#readers.get(source) ?? 1) - 1;
        if (readers > 0) return void this.#readers.set(source, readers);
        this.#readers.delete(source);
        if (source.mode === 'hidden') source.mode = 'disabled';
      },
      { once: true },
    );
    return source;
  }

  /**
   * Turns captions off or on for a person. On shows the last language, else the first of `languages` that has a track,
   * else the first track.
   */
  toggle(languages: readonly string[]): void {
    const offered = [...this.#choices().keys()];
    if (this.active !== '') return this.choose('');
    const wanted = [this.last ?? '', ...languages].filter(Boolean);
    const found = wanted.map((language) => nearestLanguage(language, offered)).find(Boolean);
    const language = found ?? offered[0];
    if (language !== undefined) this.choose(language);
  }

  /** The language that shows now, or an empty string. Modes change before `change` fires. */
  get active(): string {
    const shown = this.#shown;
    const second = this.#secondTrack();
    const wanted = this.#wantedTrack();
    return shown.find((name) => name === wanted) ?? shown.find((name) => name !== second) ?? shown[0] ?? '';
  }

  get #shown(): string[] {
    return [...this.#choices()].filter(([, source]) => source.mode === 'showing').map(([name]) => name);
  }

  #addTrack(): void {
    this.#newUntil = this.#now() + NEW_TRACK_MS;
    this.#corrections = 0;
    this.#applyWanted();
    this.#publish();
  }

  #followChange(): void {
    this.#publish();
    const { state } = this.store;
    if (state.status === 'none' || state.active === this.#wantedTrack()) return;
    const isNew = this.#now() < this.#newUntil;
    if (isNew && this.#corrections < MAX_CORRECTIONS) {
      this.#corrections++;
      this.#applyWanted();
      this.#publish();
    } else if (!isNew) {
      // The choice was made elsewhere: in the browser's own menu, or by the page's script.
      this.#wanted = state.active;
      this.#second = state.second;
    }
  }

  /** The present track that comes nearest to the wanted language; undefined when there is none. */
  #wantedTrack(): string | undefined {
    const wanted = this.#wanted === AUTO ? this.#auto : this.#wanted;
    if (wanted === undefined || wanted === '') return wanted;
    return nearestLanguage(wanted, [...this.#choices().keys()]);
  }

  #secondTrack(): string | undefined {
    return this.#second ? nearestLanguage(this.#second, [...this.#choices().keys()]) : undefined;
  }

  #applyWanted(): void {
    const wantedTrack = this.#wantedTrack();
    if (wantedTrack === undefined) return;
    const choices = this.#choices();
    // A second language is beside a first one, and never alone.
    const names = wantedTrack === '' ? [] : [wantedTrack, this.#secondTrack() ?? ''];
    const chosen = names.map((name) => choices.get(name));
    for (const source of captionsOf(this.#sources)) {
      const rest = this.#readers.has(source) ? 'hidden' : 'disabled';
      const mode = chosen.includes(source) ? 'showing' : rest;
      if (source.mode !== mode) source.mode = mode;
    }
  }

  #publish(): void {
    const choices = this.#choices();
    const { active } = this;
    const tracks = [...choices].map(([language, source]) => ({
      language,
      label: labelOf(language, source),
      active: language === active,
    }));
    const second = this.#shown.find((name) => name !== active) ?? '';
    const [isAuto, isSpoken] = [this.#wanted === AUTO, this.#isSpoken];
    const next: CaptionsState =
      tracks.length === 0 ? { status: 'none' } : { status: 'some', tracks, active, second, isAuto, isSpoken };
    // A list that did not change is not news: `change` comes for chapters, too.
    if (JSON.stringify(next) !== JSON.stringify(this.store.state)) this.store.set(next);
    this.#publishShowing(choices.get(active));
  }

  #publishShowing(first: CaptionSource | undefined): void {
    const shown = captionsOf(this.#sources).filter(({ mode }) => mode === 'showing');
    const tracks = [...shown.filter((one) => one === first), ...shown.filter((one) => one !== first)];
    const { tracks: before, sample } = this.showing.state;
    const isSame = tracks.length === before.length && tracks.every((track, at) => track === before[at]);
    if (!isSame) this.showing.set({ tracks, sample });
  }

  #choices(): Map<string, CaptionSource> {
    return choicesOf(this.#sources, this.#languages);
  }
}

// A page may have this twice: `vh-elements` itself shows the class alone, which shares nothing.
const shared = new Shared<CaptionSources, CaptionTracks>();

/**
 * The captions of one media element, the same for everyone who asks until each one's signal aborts: a player and a picker
 * that each had their own would undo each other's choices. The first caller decides whether a choice is stored for other visits.
 */
export function shareCaptionTracks(
  sources: CaptionSources,
  signal: AbortSignal,
  memory: 'kept' | 'none' = 'kept',
): CaptionTracks {
  return shared.share(sources, signal, (life) => {
    const preference = memory === 'kept' ? new CaptionMemory() : undefined;
    const languages = 'navigator' in globalThis ? navigator.languages : [];
    return new CaptionTracks(sources, { preference, signal: life, languages });
  });
}
