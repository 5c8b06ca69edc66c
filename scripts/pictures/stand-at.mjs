/**
 * Runs in a page, by itself: plays the film, stops it at that second, and resolves once that frame is shown. `seeked` comes
 * before that on a busy machine: the picture of the frame before would be taken.
 */
export async function standAt(element, second) {
  await element.play();
  element.pause();
  const come = new Promise((resolve) => {
    // Sound alone has no frames.
    if (element.videoWidth === 0) return element.addEventListener('seeked', resolve, { once: true });
    const look = (_now, { mediaTime }) =>
      Math.abs(mediaTime - second) < 0.1 ? resolve() : element.requestVideoFrameCallback(look);
    element.requestVideoFrameCallback(look);
  });
  element.currentTime = second;
  await come;
}
