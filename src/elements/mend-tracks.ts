import { isVhError } from '../core/vh-error.ts';
import { VhErrorEvent } from './events/vh-error-event.ts';

/** Reads a file of captions or chapters that the browser could not read; where nobody can, `host` says so. */
export function tryTrack(host: EventTarget, track: EventTarget | null): void {
  if (!(track instanceof HTMLTrackElement) || track.track.mode === 'disabled') return;
  const mended = import('../captions/files/mend-track.ts').then(({ mendTrack }) => mendTrack(track));
  mended.catch((error: unknown) => {
    if (isVhError(error)) host.dispatchEvent(new VhErrorEvent(error));
  });
}
