import type { CaptionTracks } from '../tracks/caption-tracks.ts';
import { shareNarrator, type NarratedTrack, type NarratorOptions } from './narrator.ts';

export { Description } from './description.ts';

const following = new WeakMap<CaptionTracks, AbortSignal>();

/**
 * Reads the showing captions aloud when the viewer has chosen that. The first caller runs it for all callers, until its
 * signal aborts.
 */
export function speakCaptions(
  { tracks, ...options }: { tracks: CaptionTracks } & NarratorOptions,
  signal: AbortSignal,
): void {
  if (signal.aborted || following.get(tracks)?.aborted === false) return;
  following.set(tracks, signal);
  let read = '';
  let life = new AbortController();
  const decide = () => {
    const { state } = tracks.store;
    const language = state.status === 'some' && state.isSpoken ? state.active : '';
    if (language === read) return;
    read = language;
    life.abort();
    life = new AbortController();
    const track = language && tracks.load(language, life.signal);
    if (!track || !isNarrated(track)) return;
    shareNarrator(options, life.signal).read(track, 'next-cue', life.signal);
  };
  tracks.store.subscribe(decide, { signal });
  signal.addEventListener('abort', () => life.abort(), { once: true });
  decide();
}

function isNarrated(track: object): track is NarratedTrack {
  return 'activeCues' in track;
}
