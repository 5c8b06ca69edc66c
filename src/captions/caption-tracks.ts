import { Store } from '../core/store.ts';
import { canonical, languageName, nearestLanguage } from './language-name.ts';
import type { CaptionsPreference } from './preference.ts';

/** The part of a `TextTrack` that matters here. */
export interface CaptionSource {
  readonly kind: string;
  readonly language: string;
  readonly label: string;
  mode: 'disabled' | 'hidden' | 'showing';
}

/** The part of a media element's `textTracks` that matters here. */
export type CaptionSources = EventTarget & Iterable<CaptionSource>;

/** One choice. */
export interface CaptionTrack {
  /** What it is chosen by: its BCP 47 tag; its label, or `und`, where the author gave no language. */
  language: string;
  /** The author's label, else the language's own name; empty where there is neither. */
  label: string;
  active: boolean;
}

/** What there is to choose from, and what is chosen: a language, or nothing. */
export type CaptionsState =
  { status: 'none' } | { status: 'some'; tracks: readonly CaptionTrack[]; active: string };

/** What a list of captions works with. */
export interface CaptionTracksOptions {
  preference?: CaptionsPreference | undefined;
  /** Ends it. */
  signal: AbortSignal;
  /** Milliseconds on a clock that never goes back. */
  now?: (() => number) | undefined;
}

/** Milliseconds after a track came in which a change of modes is the browser's or an engine's, not a person's. */
const NEWNESS = 1_000;
/** How often such changes are put right: two that insist must not quarrel for ever. */
const MOST_CORRECTIONS = 2;

/** The captions and subtitles of one media element: one choice a language, and what is shown of them. */
export class CaptionTracks {
  readonly store = new Store<CaptionsState>({ status: 'none' });
  readonly #sources: CaptionSources;
  readonly #preference: CaptionsPreference | undefined;
  readonly #now: () => number;
  /** What should be shown, whether it is there yet or not. Undefined: whatever the page's author says. */
  #wish: string | undefined;
  /** The language that was on before captions were turned off. */
  #last: string | undefined;
  #newUntil = 0;
  #corrections = 0;

  constructor(sources: CaptionSources, options: CaptionTracksOptions) {
    this.#sources = sources;
    this.#preference = options.preference;
    this.#now = options.now ?? (() => performance.now());
    this.#wish = options.preference?.read();
    const { signal } = options;
    if (signal.aborted) return;
    sources.addEventListener('addtrack', () => this.#welcome(), { signal });
    sources.addEventListener('removetrack', () => this.#read(), { signal });
    sources.addEventListener('change', () => this.#followChange(), { signal });
    this.#welcome();
  }

  /** Shows a language, or none for the empty word; one that is not there yet, as soon as it comes. */
  select(language: string): void {
    this.#wish = language;
    this.#corrections = 0;
    this.#fulfil();
    this.#read();
  }

  /** What `select` does, for a person: it is remembered. */
  choose(language: string): void {
    // What is shown now comes back when they are turned on again.
    const { active } = this;
    if (active !== '') this.#last = active;
    this.#preference?.write(language, this.#last);
    this.select(language);
  }

  /**
   * Off where they are on, for a person. On where they are off: the language that was on last, else the first of `languages`
   * that there is, else the first track.
   */
  toggle(languages: readonly string[]): void {
    const offered = [...this.#choices().keys()];
    if (this.active !== '') return this.choose('');
    const wanted = [this.#last ?? this.#preference?.readLast() ?? '', ...languages].filter(Boolean);
    const found = wanted.map((language) => nearestLanguage(language, offered)).find(Boolean);
    const language = found ?? offered[0];
    if (language !== undefined) this.choose(language);
  }

  /** The language that is shown now, or the empty word: modes change before anybody is told. */
  get active(): string {
    const shown = [...this.#choices()].find(([, source]) => source.mode === 'showing');
    return shown?.[0] ?? '';
  }

  #welcome(): void {
    this.#newUntil = this.#now() + NEWNESS;
    this.#corrections = 0;
    this.#fulfil();
    this.#read();
  }

  #followChange(): void {
    this.#read();
    const { state } = this.store;
    if (state.status === 'none' || state.active === this.#wished()) return;
    const isNew = this.#now() < this.#newUntil;
    if (isNew && this.#corrections < MOST_CORRECTIONS) {
      this.#corrections++;
      this.#fulfil();
      this.#read();
    } else if (!isNew) {
      // Somebody chose elsewhere: in the browser's own menu, or the page by script.
      this.#wish = state.active;
    }
  }

  /** The choice that the wish comes to with the tracks of now; undefined when it comes to none. */
  #wished(): string | undefined {
    if (this.#wish === undefined || this.#wish === '') return this.#wish;
    return nearestLanguage(this.#wish, [...this.#choices().keys()]);
  }

  #fulfil(): void {
    const wished = this.#wished();
    if (wished === undefined) return;
    const chosen = this.#choices().get(wished);
    for (const source of this.#captions()) {
      const mode = source === chosen ? 'showing' : 'disabled';
      if (source.mode !== mode) source.mode = mode;
    }
  }

  #read(): void {
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
