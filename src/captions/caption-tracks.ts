import { Store } from '../core/store.ts';
import { canonical, languageName, nearestLanguage } from './language-name.ts';
import type { CaptionsPreference } from './preference.ts';

/** The members of a `TextTrack` that the engine uses. */
export interface CaptionSource {
  readonly kind: string;
  readonly language: string;
  readonly label: string;
  mode: 'disabled' | 'hidden' | 'showing';
}

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
  { status: 'none' } | { status: 'some'; tracks: readonly CaptionTrack[]; active: string };

/** Settings of `CaptionTracks`. */
export interface CaptionTracksOptions {
  preference?: CaptionsPreference | undefined;
  /** Ends the listeners. */
  signal: AbortSignal;
  /** Milliseconds on a clock that never goes back. */
  now?: (() => number) | undefined;
}

/** After a track is added, mode changes are the browser's or an engine's for this long, not a person's. */
const NEW_TRACK_MS = 1_000;
/** Corrections of such changes: two scripts that insist must not alternate for ever. */
const MAX_CORRECTIONS = 2;

/** The captions and subtitles of one media element: one track per language, and the one that shows. */
export class CaptionTracks {
  readonly store = new Store<CaptionsState>({ status: 'none' });
  readonly #sources: CaptionSources;
  readonly #preference: CaptionsPreference | undefined;
  readonly #now: () => number;
  /** The language to show, also before its track is there. Undefined: the page's markup decides. */
  #wanted: string | undefined;
  /** The language that was on before captions were turned off. */
  #last: string | undefined;
  #newUntil = 0;
  #corrections = 0;

  constructor(sources: CaptionSources, options: CaptionTracksOptions) {
    this.#sources = sources;
    this.#preference = options.preference;
    this.#now = options.now ?? (() => performance.now());
    this.#wanted = options.preference?.read();
    const { signal } = options;
    if (signal.aborted) return;
    sources.addEventListener('addtrack', () => this.#addTrack(), { signal });
    sources.addEventListener('removetrack', () => this.#publish(), { signal });
    sources.addEventListener('change', () => this.#followChange(), { signal });
    this.#addTrack();
  }

  /** Shows a language, or none for an empty string. A missing track shows as soon as it is added. */
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
    this.#preference?.write(language, this.#last);
    this.select(language);
  }

  /**
   * Turns captions off or on for a person. On shows the last language, else the first of `languages` that has a track,
   * else the first track.
   */
  toggle(languages: readonly string[]): void {
    const offered = [...this.#choices().keys()];
    if (this.active !== '') return this.choose('');
    const wanted = [this.#last ?? this.#preference?.readLast() ?? '', ...languages].filter(Boolean);
    const found = wanted.map((language) => nearestLanguage(language, offered)).find(Boolean);
    const language = found ?? offered[0];
    if (language !== undefined) this.choose(language);
  }

  /** The language that shows now, or an empty string. Modes change before `change` fires. */
  get active(): string {
    const shown = [...this.#choices()].find(([, source]) => source.mode === 'showing');
    return shown?.[0] ?? '';
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
      // Somebody chose elsewhere: in the browser's own menu, or the page by script.
      this.#wanted = state.active;
    }
  }

  /** The present track that comes nearest to the wanted language; undefined when there is none. */
  #wantedTrack(): string | undefined {
    if (this.#wanted === undefined || this.#wanted === '') return this.#wanted;
    return nearestLanguage(this.#wanted, [...this.#choices().keys()]);
  }

  #applyWanted(): void {
    const wantedTrack = this.#wantedTrack();
    if (wantedTrack === undefined) return;
    const chosen = this.#choices().get(wantedTrack);
    for (const source of this.#captions()) {
      const mode = source === chosen ? 'showing' : 'disabled';
      if (source.mode !== mode) source.mode = mode;
    }
  }

  #publish(): void {
    const choices = this.#choices();
    const tracks = [...choices].map(([language, source]) => ({
      language,
      label: source.label.trim() || (source.language && languageName(source.language)),
      active: source.mode === 'showing',
    }));
    const active = tracks.find((track) => track.active)?.language ?? '';
    const next: CaptionsState = tracks.length === 0 ? { status: 'none' } : { status: 'some', tracks, active };
    // A list that did not change is not news: `change` comes for chapters, too.
    if (JSON.stringify(next) !== JSON.stringify(this.store.state)) this.store.set(next);
  }

  /** One source a language: the one that is shown, else the first. */
  #choices(): Map<string, CaptionSource> {
    const names = new Map<string, string>();
    const choices = new Map<string, CaptionSource>();
    for (const source of this.#captions()) {
      const language = source.language || source.label.trim() || 'und';
      const name = names.get(canonical(language)) ?? language;
      names.set(canonical(language), name);
      if (source.mode === 'showing' || !choices.has(name)) choices.set(name, source);
    }
    return choices;
  }

  #captions(): CaptionSource[] {
    return [...this.#sources].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
  }
}
