const TIMEOUT_MS = 3_000;

/**
 * True where a video element loads a `MediaSource` of this page. WebKit refuses that in a frame without an origin, where HLS
 * through script therefore never begins.
 */
export async function canLoadMediaSource(): Promise<boolean> {
  if (typeof MediaSource !== 'function') return false;
  const source = new MediaSource();
  const media = document.createElement('video');
  const address = URL.createObjectURL(source);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = await new Promise<boolean>((resolve) => {
    source.addEventListener('sourceopen', () => resolve(true), { once: true });
    media.addEventListener('error', () => resolve(false), { once: true });
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
    media.src = address;
  });
  clearTimeout(timer);
  URL.revokeObjectURL(address);
  media.removeAttribute('src');
  media.load();
  return isOpen;
}
