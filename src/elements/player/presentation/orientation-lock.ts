/** CSS pixels: a screen whose shorter side has fewer is a telephone's. */
const PHONE_PX = 600;

/** Not every browser has these, nor do TypeScript's types. */
type LockableOrientation = Partial<{ lock: (to: string) => Promise<void>; unlock: () => void }>;

/** Turns a telephone's screen as the picture is, wider or taller, for as long as the video fills the screen. */
export function lockOrientation(media: HTMLVideoElement, isFullscreen: () => boolean): void {
  const orientation = screen.orientation as LockableOrientation | undefined;
  if (!orientation?.lock || Math.min(screen.width, screen.height) >= PHONE_PX) return;
  const ended = new AbortController();
  const { signal } = ended;
  let isLocked = false;
  const lock = () => {
    const { videoWidth, videoHeight } = media;
    if (videoWidth === videoHeight) return;
    const to = videoWidth > videoHeight ? 'landscape' : 'portrait';
    orientation.lock?.(to).then(
      () => {
        isLocked = true;
        if (signal.aborted) orientation.unlock?.();
      },
      // Where a browser refuses, the viewer turns the telephone.
      () => {},
    );
  };
  const follow = () => {
    if (isFullscreen()) return;
    ended.abort();
    if (isLocked) orientation.unlock?.();
  };
  // The next video may be of another shape.
  media.addEventListener('resize', lock, { signal });
  media.ownerDocument.addEventListener('fullscreenchange', follow, { signal });
  lock();
}
