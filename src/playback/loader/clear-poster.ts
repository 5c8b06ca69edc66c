import { managesSources } from '../support/media-support.ts';

/**
 * Call it when a source has come, before `play()`. WebKit leaves the poster over a video that was asked to play while it
 * was empty, until it is paused or sought: it is paused for an instant, without events for others.
 */
export function clearPoster(media: HTMLVideoElement): void {
  if (media.paused || !media.poster || !managesSources()) return;
  const reported = new AbortController();
  const hide = (event: Event) => {
    event.stopImmediatePropagation();
    reported.abort();
  };
  media.addEventListener('pause', hide, { capture: true, signal: reported.signal });
  media.pause();
}
