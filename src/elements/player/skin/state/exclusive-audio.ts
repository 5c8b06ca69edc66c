/** The media of this page that play with sound. */
const audible = new Set<HTMLMediaElement>();

/** Keeps one player of the page audible at a time: the last one to start pauses the others. */
export function pauseOtherPlayers(media: HTMLMediaElement, signal: AbortSignal): void {
  const leave = () => void audible.delete(media);
  const listen = () => {
    // A silent player disturbs no other one, such as a film in the background of a page.
    if (media.paused || media.muted || media.volume === 0) return leave();
    if (audible.has(media)) return;
    for (const other of audible) other.pause();
    audible.add(media);
  };
  for (const type of ['play', 'pause', 'volumechange', 'emptied']) {
    media.addEventListener(type, listen, { signal });
  }
  signal.addEventListener('abort', leave, { once: true });
  listen();
}
