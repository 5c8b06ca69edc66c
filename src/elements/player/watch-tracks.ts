import type { VhError } from '../../core/vh-error.ts';
import { tryTrack } from '../mend-tracks.ts';

/** Mends the `<track>` elements of a video for as long as it lives: the event of one that failed goes no further than this. */
export function watchTracks(media: HTMLVideoElement, tell: (error: VhError) => void): void {
  const take = ({ target }: Event) => {
    if (target !== media) tryTrack(target, tell);
  };
  media.addEventListener('error', take, true);
  // Some may have failed before this was loaded.
  for (const track of media.querySelectorAll('track'))
    if (track.readyState === HTMLTrackElement.ERROR) tryTrack(track, tell);
}
