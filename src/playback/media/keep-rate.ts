/** Gives the video another source, or none, which alone would set its rate back to the default. */
export function keepRate<Result>(media: HTMLMediaElement, step: () => Result): Result {
  const { playbackRate } = media;
  const result = step();
  if (media.playbackRate !== playbackRate) media.playbackRate = playbackRate;
  return result;
}
