import { LazyModule } from '../../core/async/lazy-module.ts';
import { isVhError, type VhError } from '../../core/errors/vh-error.ts';
import { pageWide } from '../../core/page-wide.ts';
import { loadFileReaders } from '../parts.ts';

/** Object URLs of converted caption files. Each is revoked once its track has loaded. */
export const convertedUrls = pageWide('converted-urls/1', () => new Set<string>());

/** Tracks that had failed before the first watcher; they are not tried again at each start. */
const tried = pageWide('tried-tracks/1', () => new WeakSet<HTMLTrackElement>());

/**
 * Converts the caption and chapter files of media that the browser cannot read, those that have failed before, too, until the
 * signal aborts. `report` hears of a file that holds no captions, and once of code that does not come: it is asked for again.
 */
export function convertUnreadable(
  media: HTMLMediaElement,
  report: (error: VhError) => unknown,
  signal: AbortSignal,
): void {
  const converter = new LazyModule(loadFileReaders, (code) => code.convertTrack, report);
  const take = async (track: EventTarget | null, isOld = false) => {
    if (!(track instanceof HTMLTrackElement) || track.track.mode === 'disabled') return;
    const convert = await converter.loadUntil(signal);
    if (!convert) return;
    if (isOld) tried.add(track);
    await convert(track).catch((error: unknown) => {
      if (isVhError(error)) report(error);
    });
  };
  media.addEventListener('error', ({ target }) => void take(target), { capture: true, signal });
  for (const track of media.querySelectorAll('track'))
    if (track.readyState === HTMLTrackElement.ERROR && !tried.has(track)) void take(track, true);
}
