import type { CaptionTracks } from '../../captions/caption-tracks.ts';
import type { NarratorOptions } from '../../captions/speech/narrator.ts';

/** Loads the voice that reads captions when a viewer has chosen that. Until the signal aborts. */
export function loadAloud(
  tracks: CaptionTracks,
  options: Pick<NarratorOptions, 'media' | 'announce'>,
  signal: AbortSignal,
): void {
  const look = () => {
    const { state } = tracks.store;
    if (state.status !== 'some' || !state.isAloud) return;
    import('../../captions/speech/follow-aloud.ts').then(
      ({ followAloud }) => followAloud({ tracks, language: navigator.languages[0], ...options }, signal),
      // Without a network they are only seen.
      () => {},
    );
  };
  tracks.store.subscribe(look, { signal });
  look();
}
