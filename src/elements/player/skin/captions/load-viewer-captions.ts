import type { CaptionTracks } from '../../../../captions/caption-tracks.ts';
import { loadSpeech } from '../../../captions-menu/load-speech.ts';
import type { SkinContext } from '../context/control.ts';

/** Until the signal aborts: loads the code of automatic captions, and of spoken ones, once a viewer has chosen them. */
export function loadViewerCaptions(tracks: CaptionTracks, skin: SkinContext, signal: AbortSignal): void {
  const { host, media, announce } = skin;
  loadSpeech(tracks, { media, announce }, signal);
  const look = () => {
    const { state } = tracks.store;
    if (state.status !== 'some' || !state.isAuto) return;
    const { languages } = navigator;
    import('../../../../captions/follow-auto.ts').then(
      ({ followAuto }) => followAuto({ tracks, media, sound: () => host.audioTracks, languages }, signal),
      // Without a network they stay as they are.
      () => {},
    );
  };
  tracks.store.subscribe(look, { signal });
  look();
}
