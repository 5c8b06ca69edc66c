import type { CaptionTracks } from '../../captions/caption-tracks.ts';
import type { NarratorOptions } from '../../captions/speech/narrator.ts';

/** Loads the voice once the viewer has chosen to have captions read aloud, until the signal aborts. */
export function loadSpeech(
  tracks: CaptionTracks,
  options: Pick<NarratorOptions, 'media' | 'announce'>,
  signal: AbortSignal,
): void {
  const look = () => {
    const { state } = tracks.store;
    if (state.status !== 'some' || !state.isSpoken) return;
    import('../../captions/speech/speak-captions.ts').then(
      ({ speakCaptions }) => speakCaptions({ tracks, language: navigator.languages[0], ...options }, signal),
      // Without a network, captions show without a voice.
      () => {},
    );
  };
  tracks.store.subscribe(look, { signal });
  look();
}
