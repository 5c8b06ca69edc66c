import type { CaptionTracks } from './caption-tracks.ts';
import { canonical, nearestLanguage } from './language-name.ts';

/** The members of a media element, or of a player, that tell what there is to hear. */
export interface AudibleMedia extends Pick<EventTarget, 'addEventListener'> {
  readonly muted: boolean;
  readonly volume: number;
  /** Not every browser has it. */
  readonly audioTracks?: (EventTarget & Iterable<{ enabled: boolean; language: string }>) | undefined;
}

const following = new WeakMap<CaptionTracks, AbortSignal>();

/**
 * Shows captions when they are needed, for viewers who left that to us: while there is no sound, or sound in none of their
 * languages. Whoever asks first does it for all until its signal aborts.
 */
export function followAuto(
  tracks: CaptionTracks,
  media: AudibleMedia,
  languages: readonly string[],
  signal: AbortSignal,
): void {
  if (signal.aborted || following.get(tracks)?.aborted === false) return;
  following.set(tracks, signal);
  const decide = () => {
    const { state } = tracks.store;
    if (state.status === 'some' && state.isAuto) tracks.showAuto(languageFor(tracks, media, languages));
  };
  for (const type of ['volumechange', 'loadedmetadata', 'playing']) {
    media.addEventListener(type, decide, { signal });
  }
  for (const type of ['change', 'addtrack']) media.audioTracks?.addEventListener(type, decide, { signal });
  tracks.store.subscribe(decide, { signal });
  decide();
}

function languageFor(
  { store: { state }, last }: CaptionTracks,
  media: AudibleMedia,
  languages: readonly string[],
): string {
  if (state.status === 'none') return '';
  const offered = state.tracks.map(({ language }) => language);
  const mine = [last ?? '', ...languages].map((language) => nearestLanguage(language, offered)).find(Boolean);
  if (media.muted || media.volume === 0) return mine ?? offered[0] ?? '';
  const heard = [...(media.audioTracks ?? [])].find(({ enabled }) => enabled)?.language ?? '';
  // `zxx` and `und`: nobody speaks, or nobody knows in which language.
  if (/^(|und|mul|zxx)$/.test(heard) || languages.some((one) => primary(one) === primary(heard))) return '';
  return mine ?? '';
}

function primary(language: string): string {
  return canonical(language).split('-')[0] ?? '';
}
