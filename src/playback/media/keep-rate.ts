/** Gives the video another source, or none, which alone would set its rate back to the default. */
export function keepRate<Result>(media: HTMLMediaElement, step: () => Result): Result {
  const { playbackRate } = media;
  const result = step();
  if (media.playbackRate !== playbackRate) media.playbackRate = playbackRate;
  return result;
}

/** Gives the media that come next their rate: Firefox and WebKit set it back as media go, after their scripts. */
export function bringRate(media: HTMLMediaElement, rate: number, signal: AbortSignal): void {
  media.addEventListener('loadedmetadata', () => (media.playbackRate = rate), { signal, once: true });
}
