import { Store } from '../../core/store.ts';
import { nearestLanguage } from '../languages/languages.ts';
import { isDescription } from '../tracks/selectable-tracks.ts';
import type { NarratedTrack } from './narrator.ts';
import { shareNarrator } from './narrator.ts';

/** The members of a sound track that a description uses. */
export interface SoundTrack {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  enabled: boolean;
}

/** The members of a text track that a description uses. */
export interface DescribingTrack extends NarratedTrack {
  readonly kind: string;
  mode: 'disabled' | 'hidden' | 'showing';
}

/** The media with the description. */
export interface DescribedMedia {
  readonly media: Parameters<typeof shareNarrator>[0]['media'];
  readonly texts: EventTarget & Iterable<DescribingTrack>;
  /** The sound tracks, which may come later than the rest. */
  readonly sound: () => (EventTarget & Iterable<SoundTrack>) | undefined;
  /** The viewer's languages, the best one first. */
  readonly languages: readonly string[];
  readonly announce: (text: string) => void;
}

/** Whether there is a description, and whether it is on. */
export interface DescriptionState {
  readonly status: 'none' | 'off' | 'on';
}

const CHANGES = ['addtrack', 'removetrack', 'change'];

/** The audio description of one media element: a sound track that has it, else a text track that is read aloud. */
export class Description {
  readonly store = new Store<DescriptionState>({ status: 'none' });
  readonly #options: DescribedMedia;
  readonly #signal: AbortSignal;
  #isWanted: boolean;
  /** The list of sound tracks that is followed: what plays next has another one. */
  #followed: unknown;
  #following = new AbortController();
  /** The ids of the sounds that were there last: other ids belong to another video, or to the same video loaded again. */
  #sounds = '';
  /** The sound track that is on its way. */
  #asked: string | undefined;
  /** The sound without a description that was heard before. */
  #before: string | undefined;
  #reading: { track: DescribingTrack; life: AbortController } | undefined;

  /** Ends with the signal. */
  constructor(options: DescribedMedia, isWanted: boolean, signal: AbortSignal) {
    this.#options = options;
    this.#isWanted = isWanted;
    this.#signal = signal;
    const { media, texts } = options;
    const update = () => this.update();
    for (const type of CHANGES) texts.addEventListener(type, update, { signal });
    for (const type of ['loadedmetadata', 'playing', 'emptied'])
      media.addEventListener(type, update, { signal });
    const end = () => {
      this.#following.abort();
      this.#stopReading();
    };
    signal.addEventListener('abort', end, { once: true });
    update();
  }

  /** Turns it on or off for a person. */
  set(isOn: boolean): void {
    this.#isWanted = isOn;
    const sounds = this.#all;
    const present = sounds.find(({ enabled }) => enabled);
    if (present && sounds.some(isDescription)) this.#ask(this.#counterpart(sounds, present));
    this.update();
  }

  /** Looks at what there is now. */
  update(): void {
    const { sound } = this.#options;
    const list = sound();
    if (list !== this.#followed) {
      this.#followed = list;
      this.#following.abort();
      const { signal } = (this.#following = new AbortController());
      for (const type of CHANGES) list?.addEventListener(type, () => this.update(), { signal });
    }
    const sounds = this.#all;
    if (sounds.some(isDescription)) {
      this.#stopReading();
      return this.#followSounds(sounds);
    }
    this.#sounds = '';
    this.#asked = undefined;
    this.#followTexts();
  }

  get #all(): SoundTrack[] {
    return [...(this.#options.sound() ?? [])];
  }

  #followSounds(sounds: readonly SoundTrack[]): void {
    const present = sounds.find(({ enabled }) => enabled);
    const names = sounds.map(({ id, language }) => `${id} ${language}`).join();
    if (present?.id === this.#asked) this.#asked = undefined;
    const isNew = names !== this.#sounds;
    if (isNew) {
      this.#asked = this.#before = undefined;
      if (present) this.#sounds = names;
      if (present && this.#isWanted && !isDescription(present)) this.#ask(this.#counterpart(sounds, present));
    } else if (present && this.#asked === undefined) {
      // Another sound track was chosen elsewhere.
      this.#isWanted = isDescription(present);
    }
    const isOn = this.#asked === undefined ? present !== undefined && isDescription(present) : this.#isWanted;
    this.#publish(isOn ? 'on' : 'off');
  }

  /** The same sound with a description or without one, as it is wanted. */
  #counterpart(sounds: readonly SoundTrack[], present: SoundTrack): SoundTrack | undefined {
    if (isDescription(present) === this.#isWanted) return undefined;
    const others = sounds.filter((one) => isDescription(one) === this.#isWanted);
    if (this.#isWanted) this.#before = present.id;
    const before = this.#isWanted ? undefined : others.find(({ id }) => id === this.#before);
    return before ?? inLanguage(others, [present.language, ...this.#options.languages]);
  }

  #ask(track: SoundTrack | undefined): void {
    if (!track || track.enabled) return;
    this.#asked = track.id;
    track.enabled = true;
  }

  #followTexts(): void {
    const present = this.#all.find(({ enabled }) => enabled)?.language ?? '';
    const tracks = [...this.#options.texts].filter(isDescription);
    const track = inLanguage(tracks, [present, ...this.#options.languages]);
    if (!track || !this.#isWanted) this.#stopReading();
    else this.#read(track);
    this.#publish(track ? (this.#isWanted ? 'on' : 'off') : 'none');
  }

  #read(track: DescribingTrack): void {
    if (this.#reading?.track === track || this.#signal.aborted) return;
    this.#stopReading();
    const life = new AbortController();
    this.#reading = { track, life };
    if (track.mode === 'disabled') track.mode = 'hidden';
    const { media, announce, languages } = this.#options;
    const narrator = shareNarrator({ media, announce, language: languages[0] }, life.signal);
    narrator.read(track, 'own-cue', life.signal);
  }

  #stopReading(): void {
    const reading = this.#reading;
    if (!reading) return;
    this.#reading = undefined;
    reading.life.abort();
    reading.track.mode = 'disabled';
  }

  #publish(status: DescriptionState['status']): void {
    if (status !== this.store.state.status) this.store.set({ status });
  }
}

/** The first track in the first of these languages, else the first of all. */
function inLanguage<Track extends { readonly language: string }>(
  tracks: readonly Track[],
  languages: readonly string[],
): Track | undefined {
  const offered = tracks.map(({ language }) => language).filter(Boolean);
  const found = languages.map((language) => language && nearestLanguage(language, offered)).find(Boolean);
  return tracks.find(({ language }) => found && language === found) ?? tracks[0];
}
