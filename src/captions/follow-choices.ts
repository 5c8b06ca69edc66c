import type { CaptionTracks } from './tracks/caption-tracks.ts';
import type { SoundTracks } from './tracks/follow-auto.ts';
import { loadAutoCaptions, loadSpokenCaptions } from './parts.ts';
import type { NarratorOptions } from './speech/narrator.ts';

/** The captions of which a viewer has chosen more than a language, and their media. */
export interface ChosenCaptions extends Pick<NarratorOptions, 'media' | 'announce'> {
  readonly tracks: CaptionTracks;
  /** The sound tracks, which may come later than the rest. */
  readonly sound: () => SoundTracks | undefined;
}

/**
 * Until the signal aborts, does what a viewer has chosen beside a language: shows captions when they are needed, and reads
 * them aloud. The code of each comes once it is chosen.
 */
export function followChoices({ tracks, sound, ...options }: ChosenCaptions, signal: AbortSignal): void {
  const { languages } = navigator;
  const { media } = options;
  const look = () => {
    const { state } = tracks.store;
    if (state.status !== 'some') return;
    // Without a network, captions show as they are, and without a voice.
    if (state.isAuto)
      loadAutoCaptions().then(
        ({ followAuto }) => followAuto({ tracks, media, sound, languages }, signal),
        () => {},
      );
    if (state.isSpoken)
      loadSpokenCaptions().then(
        ({ speakCaptions }) => speakCaptions({ tracks, language: languages[0], ...options }, signal),
        () => {},
      );
  };
  tracks.store.subscribe(look, { signal });
  look();
}
