import type { PlaybackTrack } from '../core/playback.ts';

/** Puts a playback's captions into the video as native tracks, until the signal aborts. None is fetched unless chosen. */
export function addCaptions(
  media: HTMLVideoElement,
  captions: readonly PlaybackTrack[],
  signal: AbortSignal,
): void {
  const elsewhere = captions.some(({ src }) => new URL(src, document.baseURI).origin !== location.origin);
  // Tracks of another origin are fetched only by a video that asks with CORS.
  if (elsewhere && media.crossOrigin === null) media.crossOrigin = 'anonymous';
  const elements = captions.map(({ src, language, label, default: isDefault }) => {
    const element = document.createElement('track');
    element.kind = 'captions';
    element.srclang = language;
    element.label = label;
    element.default = isDefault;
    element.src = src;
    return element;
  });
  media.append(...elements);
  signal.addEventListener(
    'abort',
    () => {
      for (const element of elements) element.remove();
    },
    { once: true },
  );
}

/** Gives the tracks of another viewing's captions their present addresses. What is loaded stays as it is. */
export function renewCaptions(media: HTMLVideoElement, captions: readonly PlaybackTrack[]): void {
  const elements = [...media.querySelectorAll('track')];
  for (const { src, language, label } of captions) {
    const element = elements.find((one) => one.srclang === language && one.label === label);
    if (element && element.readyState === HTMLTrackElement.NONE) element.src = src;
  }
}
