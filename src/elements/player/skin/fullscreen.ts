interface WebKitVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** True while the player fills the screen. */
export function isFullscreen(host: HTMLElement): boolean {
  return host.matches(':fullscreen');
}

/** True where something can fill the screen: phones have had it for a video only. */
export function canFullscreen(media: WebKitVideo): boolean {
  return document.fullscreenEnabled || typeof media.webkitEnterFullscreen === 'function';
}

/** Fills the screen with the player, or gives it back. A refusal leaves everything as it is. */
export async function toggleFullscreen(host: HTMLElement, media: WebKitVideo): Promise<void> {
  try {
    if (isFullscreen(host)) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await host.requestFullscreen();
    else media.webkitEnterFullscreen?.();
  } catch {
    return;
  }
}
