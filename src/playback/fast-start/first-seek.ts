import { seekByEngine } from '../support/engine-events.ts';

/**
 * Goes to `seconds` in a video element that has no picture yet. Chromium forgets the place when the video is paused
 * before the picture is there, and says 0 until it plays again: it is set once more then.
 */
export function seekFirst(media: HTMLMediaElement, seconds: number, signal: AbortSignal): void {
  let target = seconds;
  const ended = new AbortController();
  seekByEngine(media, seconds);
  // The viewer may go elsewhere meanwhile.
  const follow = () => (target = media.currentTime);
  const arrive = () => {
    if (media.seeking) return;
    ended.abort();
    if (media.paused && media.currentTime === 0 && target > 0) seekByEngine(media, target);
  };
  // Before all others, who would take the 0 for the viewer's place.
  const options = { capture: true, signal: AbortSignal.any([signal, ended.signal]) };
  media.addEventListener('seeking', follow, options);
  media.addEventListener('timeupdate', arrive, options);
  media.addEventListener('seeked', arrive, options);
}
