import { LazyModule } from '../core/async/lazy-module.ts';
import type { VhError } from '../core/errors/vh-error.ts';
import { pageWide } from '../core/page-wide.ts';
import { canonical, nearestLanguage } from './languages/languages.ts';
import { loadSpeech } from './parts.ts';
import type { NarratorOptions } from './speech/narrator.ts';
import type { CaptionTracks } from './tracks/caption-tracks.ts';

/** The captions of which a viewer has chosen more than a language, and their media. */
export interface ChosenCaptions extends Pick<NarratorOptions, 'media' | 'announce'> {
  readonly tracks: CaptionTracks;
  /** The sound tracks, which may come later than the rest. */
  readonly sound: () => SoundTracks | undefined;
  /** Hears once of code that does not come. */
  readonly report: (error: VhError) => void;
}

/**
 * Until the signal aborts, does what a viewer has chosen beside a language: shows captions when they are needed, and reads
 * them aloud. The code of a voice comes once it is chosen: without a network, captions show without one, and it is asked for again.
 */
export function followChoices(
  { tracks, sound, report, ...options }: ChosenCaptions,
  signal: AbortSignal,
): void {
  const { languages } = navigator;
  const { media } = options;
  const speech = new LazyModule(loadSpeech, (code) => code.speakCaptions, report);
  let isAwaited = false;
  const speak = () => speech.part?.({ tracks, language: languages[0], ...options }, signal);
  const look = () => {
    const { state } = tracks.store;
    if (state.status !== 'some') return;
    if (state.isAuto) followAuto({ tracks, media, sound, languages }, signal);
    if (!state.isSpoken) return;
    void speech.load().then(speak);
    if (!isAwaited) void speech.loadUntil(signal).then(speak);
    isAwaited = true;
  };
  tracks.store.subscribe(look, { signal });
  look();
}

/** The sound tracks of a media element. Not every browser has them. */
export type SoundTracks = EventTarget & Iterable<{ enabled: boolean; language: string }>;

/** The player whose captions come automatically. */
export interface AutoCaptions {
  tracks: CaptionTracks;
  media: Pick<HTMLMediaElement, 'addEventListener' | 'muted' | 'volume'>;
  /** The tracks may come later than the rest. */
  sound: () => SoundTracks | undefined;
  /** The viewer's languages, the best one first. */
  languages: readonly string[];
}

/** Whose captions come automatically already, and until when. */
const following = pageWide('auto-captions/1', () => new WeakMap<CaptionTracks, AbortSignal>());

/**
 * Shows captions when they are needed, for viewers who left that to us: while there is no sound, or sound in none of their
 * languages. The first caller runs it for all callers, until its signal aborts.
 */
export function followAuto(options: AutoCaptions, signal: AbortSignal): void {
  const { tracks, media, sound } = options;
  if (signal.aborted || following.get(tracks)?.aborted === false) return;
  following.set(tracks, signal);
  let followed: SoundTracks | undefined;
  const decide = () => {
    const found = sound();
    if (found !== followed) {
      followed = found;
      for (const type of ['change', 'addtrack']) found?.addEventListener(type, decide, { signal });
    }
    const { state } = tracks.store;
    if (state.status === 'some' && state.isAuto) tracks.showAuto(languageFor(options));
  };
  for (const type of ['volumechange', 'loadedmetadata', 'playing']) {
    media.addEventListener(type, decide, { signal });
  }
  tracks.store.subscribe(decide, { signal });
  decide();
}

function languageFor({ tracks, media, sound, languages }: AutoCaptions): string {
  const { state } = tracks.store;
  if (state.status === 'none') return '';
  const offered = state.tracks.map(({ language }) => language);
  const mine = [tracks.last ?? '', ...languages]
    .map((language) => nearestLanguage(language, offered))
    .find(Boolean);
  if (media.muted || media.volume === 0) return mine ?? offered[0] ?? '';
  const heard = [...(sound() ?? [])].find(({ enabled }) => enabled)?.language ?? '';
  // `zxx` and `und`: no speech, or speech in an unknown language.
  if (/^(|und|mul|zxx)$/.test(heard) || languages.some((one) => primary(one) === primary(heard))) return '';
  return mine ?? '';
}

function primary(language: string): string {
  return canonical(language).split('-')[0] ?? '';
}
