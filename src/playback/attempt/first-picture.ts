import { managesSources } from '../media/media-support.ts';

/** A first picture that takes longer is not waited for. */
const MAX_WAIT_MS = 300;
/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;

/** Resolves once a video that plays has shown a picture, or takes long to; at once where none is to come. */
export function firstFrame(media: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A hidden page draws no frame. Autoplay begins only with data.
    if ((media.paused && !media.autoplay) || document.hidden) return resolve();
    const ended = new AbortController();
    let frame = 0;
    const settle = () => {
      ended.abort();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(settle, MAX_WAIT_MS);
    const reportsFrames = 'requestVideoFrameCallback' in media;
    if (reportsFrames) media.requestVideoFrameCallback(settle);
    // Sound alone has no frame.
    const draw = () => {
      if (!reportsFrames || !media.videoWidth) frame = requestAnimationFrame(settle);
    };
    if (media.readyState >= HAVE_FUTURE_DATA) draw();
    else media.addEventListener('playing', draw, { signal: ended.signal });
    signal.addEventListener('abort', settle, { signal: ended.signal });
  });
}

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
