import type { VhError } from '../../../core/errors/vh-error.ts';
import { tryTrack } from '../../../captions/index.ts';

/** Tracks that had failed before the first watcher; they are not tried again at each start. */
const tried = new WeakSet<HTMLTrackElement>();

/** Converts the unreadable `<track>` elements of a video until the signal aborts, and stops their error events. */
export function watchTrackErrors(
  media: HTMLVideoElement,
  report: (error: VhError) => unknown,
  signal: AbortSignal,
): void {
  const take = ({ target }: Event) => {
    if (target !== media) tryTrack(target, report);
  };
  media.addEventListener('error', take, { capture: true, signal });
  for (const track of media.querySelectorAll('track')) {
    if (track.readyState !== HTMLTrackElement.ERROR || tried.has(track)) continue;
    tried.add(track);
    tryTrack(track, report);
  }
}
