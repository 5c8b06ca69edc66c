import { isVhError, type VhError } from '../../core/errors/vh-error.ts';

/** Converts a caption or chapter file that the browser could not read; calls `report` when the conversion fails, too. */
export function tryTrack(track: EventTarget | null, report: (error: VhError) => unknown): void {
  if (!(track instanceof HTMLTrackElement) || track.track.mode === 'disabled') return;
  const converted = import('./convert-track.ts').then(({ convertTrack }) => convertTrack(track));
  converted.catch((error: unknown) => {
    if (isVhError(error)) report(error);
  });
}
