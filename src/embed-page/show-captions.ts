import type { VhPlayer } from '../elements/player/vh-player.ts';

/** Shows captions as soon as the media have some: those of a language, or the first ones. */
export function showCaptions(player: VhPlayer, wanted: string | true, signal: AbortSignal): void {
  player.addEventListener('loadedmetadata', () => switchCaptions(player, wanted), { signal });
}

/** Shows the captions of a language, the first ones, or none. Without that language, nothing changes. */
export function switchCaptions(player: VhPlayer, wanted: string | boolean): void {
  const tracks = [...player.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
  const chosen = typeof wanted === 'string' ? byLanguage(tracks, wanted) : wanted ? tracks[0] : undefined;
  if (typeof wanted === 'string' && !chosen) return;
  for (const track of tracks) track.mode = track === chosen ? 'showing' : 'disabled';
}

/** `pt-BR` takes `pt-BR`, else any `pt`. */
function byLanguage(tracks: readonly TextTrack[], language: string): TextTrack | undefined {
  const [whole, [main]] = [language.toLowerCase(), language.toLowerCase().split('-')];
  return (
    tracks.find((track) => track.language.toLowerCase() === whole) ??
    tracks.find((track) => track.language.toLowerCase().split('-')[0] === main)
  );
}
