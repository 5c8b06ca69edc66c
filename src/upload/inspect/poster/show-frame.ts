/** Loads a file into a video element of its own and waits for a picture; nothing where this browser shows none. */
export async function frameFromVideoElement(
  file: Blob,
  moment: number,
  signal: AbortSignal,
): Promise<HTMLVideoElement | undefined> {
  if (typeof document === 'undefined' || signal.aborted) return undefined;
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  const over = new AbortController();
  const once = (type: string) =>
    new Promise<boolean>((resolve) => {
      const endSignal = AbortSignal.any([signal, over.signal]);
      video.addEventListener(type, () => resolve(true), { signal: over.signal });
      video.addEventListener('error', () => resolve(false), { signal: over.signal });
      endSignal.addEventListener('abort', () => resolve(false), { once: true });
    });
  const isLoaded = once('loadeddata');
  video.muted = true;
  video.preload = 'auto';
  video.src = address;
  try {
    if (!(await isLoaded)) return undefined;
    const isThere = once('seeked');
    video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration / 2 : moment);
    return (await isThere) && video.videoWidth > 0 ? video : undefined;
  } finally {
    over.abort();
    URL.revokeObjectURL(address);
  }
}
