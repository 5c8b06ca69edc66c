import { isVhError, type VhError } from '../../core/errors/vh-error.ts';

/** Reads a file of captions or chapters that the browser could not read; calls `tell` when it is unreadable here, too. */
export function tryTrack(track: EventTarget | null, tell: (error: VhError) => unknown): void {
  if (!(track instanceof HTMLTrackElement) || track.track.mode === 'disabled') return;
  const mended = import('../../captions/mend-track.ts').then(({ mendTrack }) => mendTrack(track));
  mended.catch((error: unknown) => {
    if (isVhError(error)) tell(error);
  });
}
