import { sleep } from '../../core/async/sleep.ts';
import type { FileInfo } from './bytes/file-info.ts';

/** A poster that takes longer is not worth its trouble. */
const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_SIDE_PX = 480;
/** Films like to begin in black. */
const POSTER_SECONDS = 1;
/** A busy Chromium may say that it is there before there is anything to draw: it is asked again so often, and so much later. */
const MOST_TRIES = 20;
const RETRY_MS = 50;

/** Settings of `posterFrame`. */
export interface PosterOptions {
  signal?: AbortSignal | undefined;
  /** Pixels of the longer side, at most. */
  side?: number;
  /** After this many milliseconds there is no poster. */
  timeoutMs?: number;
}

/** True once the page's policy refused the address of a file: each further attempt would be another report. */
let isRefused = false;

/**
 * A picture from near the file's beginning, as the film is shown. The caller closes it.
 *
 * It never rejects, and always ends: a film that this browser cannot play has no poster, nor has any film on a page
 * whose policy lacks `media-src blob:`.
 */
export async function posterFrame(
  file: Blob,
  info: FileInfo,
  options: PosterOptions = {},
): Promise<ImageBitmap | undefined> {
  const { side = DEFAULT_SIDE_PX, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (typeof document === 'undefined' || isRefused || options.signal?.aborted) return undefined;
  const video = document.createElement('video');
  if (!canPlay(video, info)) return undefined;
  const over = new AbortController();
  const late = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]);
  late.addEventListener('abort', () => over.abort(), { once: true, signal: over.signal });
  const address = URL.createObjectURL(file);
  const noteRefusal = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isRefused ||= blockedURI.startsWith('blob');
  };
  document.addEventListener('securitypolicyviolation', noteRefusal, { signal: over.signal });
  try {
    const isLoaded = once(video, 'loadeddata', over.signal);
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    if (!(await isLoaded)) return undefined;
    const isThere = once(video, 'seeked', over.signal);
    const { duration } = video;
    video.currentTime = Math.min(POSTER_SECONDS, Number.isFinite(duration) ? duration / 2 : POSTER_SECONDS);
    return (await isThere) ? await drawSoon(video, side, over.signal) : undefined;
  } catch {
    return undefined;
  } finally {
    over.abort();
    letGo(video, address);
  }
}

/**
 * Empties the video, but not before it knows what it has: WebKitGTK's own threads wait for each other forever, and the page
 * with them, when it is stopped while it finds that out.
 */
function letGo(video: HTMLVideoElement, address: string): void {
  const known = new AbortController();
  const empty = () => {
    known.abort();
    URL.revokeObjectURL(address);
    video.removeAttribute('src');
    video.load();
  };
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA || video.error) return empty();
  for (const type of ['loadedmetadata', 'error'])
    video.addEventListener(type, empty, { signal: known.signal });
}

/** Resolves with false when the video fails or the signal aborts first. */
function once(video: HTMLVideoElement, type: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    video.addEventListener(type, () => resolve(true), { signal });
    video.addEventListener('error', () => resolve(false), { signal });
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}

function canPlay(video: HTMLVideoElement, { videoCodec }: FileInfo): boolean {
  return ['mp4', 'webm', 'quicktime'].some(
    (container) =>
      videoCodec !== undefined && video.canPlayType(`video/${container}; codecs="${videoCodec}"`) !== '',
  );
}

/** Draws the picture as soon as there is one; a film that stays without any has no poster. */
async function drawSoon(
  video: HTMLVideoElement,
  side: number,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const picture = draw(video, side);
    if (picture) return picture;
    await sleep(RETRY_MS, signal);
  }
  return undefined;
}

/** Draws the picture no larger than wanted; undefined while there is none. The element has turned, mirrored and stretched it. */
function draw(video: HTMLVideoElement, side: number): ImageBitmap | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, side / Math.max(width, height));
  if (width === 0 || height === 0) return undefined;
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const canvas = new OffscreenCanvas(across, down);
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0, across, down);
  const [, , , alpha] = context?.getImageData(across >> 1, down >> 1, 1, 1).data ?? [];
  return alpha ? canvas.transferToImageBitmap() : undefined;
}
