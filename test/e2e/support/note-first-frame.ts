declare global {
  interface Window {
    /** Milliseconds since the page began, once the player has shown a frame. */
    firstFrameAt: number | undefined;
  }
}

/** Notes when the first frame of the page's player is there. Runs inside the page, before its scripts. */
export function noteFirstFrame(): void {
  const look = () => {
    const { media } = document.querySelector<HTMLElement & { media?: HTMLVideoElement }>('vh-player') ?? {};
    if (media) media.requestVideoFrameCallback((now) => (window.firstFrameAt = now));
    else requestAnimationFrame(look);
  };
  look();
}
