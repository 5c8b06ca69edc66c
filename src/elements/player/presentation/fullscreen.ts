import type { PlayerApi } from '../api/player-api.ts';
/** On an iPhone only a video can fill the screen, and only so. */
interface WebKitVideo extends HTMLVideoElement {
  readonly webkitDisplayingFullscreen?: boolean;
  webkitEnterFullscreen?: () => void;
  webkitExitFullscreen?: () => void;
}

/** True where the browser gives the screen to a player, or to its video. */
export function mayFillScreen({ ownerDocument, media }: PlayerApi): boolean {
  return (
    ownerDocument.fullscreenEnabled || typeof (media as WebKitVideo).webkitEnterFullscreen === 'function'
  );
}

/** True while the player, the element that fills the screen in its place, or its video fills the screen. */
export function isFullscreen(player: PlayerApi): boolean {
  const { webkitDisplayingFullscreen = false } = player.media as WebKitVideo;
  return webkitDisplayingFullscreen || targetOf(player).matches(':fullscreen');
}

/** Fills the screen; rejects as the browser does. */
export async function enterFullscreen(player: PlayerApi): Promise<void> {
  const { media, ownerDocument } = player;
  if (!ownerDocument.fullscreenEnabled) {
    (media as WebKitVideo).webkitEnterFullscreen?.();
    return;
  }
  await targetOf(player).requestFullscreen();
  lockOrientation(media, () => isFullscreen(player));
}

/** Gives the screen back. */
export async function leaveFullscreen({ media, ownerDocument }: PlayerApi): Promise<void> {
  const { webkitDisplayingFullscreen = false, webkitExitFullscreen } = media as WebKitVideo;
  if (webkitDisplayingFullscreen && !ownerDocument.fullscreenElement) webkitExitFullscreen?.call(media);
  else await ownerDocument.exitFullscreen();
}

/** The element around the player that the page names, else the player. */
function targetOf(player: PlayerApi): Element {
  const id = player.getAttribute('fullscreen-target');
  const root = player.getRootNode();
  const named = id && 'getElementById' in root ? (root as Document | ShadowRoot).getElementById(id) : null;
  return named?.contains(player) ? named : player;
}

/** CSS pixels: a screen whose shorter side has fewer is a telephone's. */
const PHONE_PX = 600;

/** Not every browser has these, nor do TypeScript's types. */
type LockableOrientation = Partial<{ lock: (to: string) => Promise<void>; unlock: () => void }>;

/** Turns a telephone's screen as the picture is, wider or taller, for as long as the video fills the screen. */
function lockOrientation(media: HTMLVideoElement, isFullscreen: () => boolean): void {
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
