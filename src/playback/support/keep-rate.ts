/** Gives the video another source, or none, which alone would set its rate back to the default. */
export function keepRate(media: HTMLMediaElement, step: () => void): void {
  const { playbackRate } = media;
  step();
  if (media.playbackRate !== playbackRate) media.playbackRate = playbackRate;
}
