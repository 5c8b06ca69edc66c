import type { CaptionTracks } from './caption-tracks.ts';
import { canonical, nearestLanguage } from '../languages/languages.ts';

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

const following = new WeakMap<CaptionTracks, AbortSignal>();

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
