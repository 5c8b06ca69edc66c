import { formatTime } from '../../../format/format-time.ts';
import type { SkinContext } from '../../context/control.ts';

/** Signs that a file's name may not have on one system or another. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const MAX_NAME = 100;
const KEPT_MS = 60_000;

/** The findings about a source, which do not change. */
const readable = new WeakMap<HTMLVideoElement, { source: string; isReadable: boolean }>();

/** True where the present frame may become a file: it is there, of this origin or shared with it, and not protected. */
export function canSavePicture({ media, has }: SkinContext): boolean {
  if (!has('save-picture') || media.readyState < 2 || media.videoWidth === 0 || media.mediaKeys) return false;
  const known = readable.get(media);
  if (known?.source === media.currentSrc) return known.isReadable;
  const isReadable = tryToRead(media);
  readable.set(media, { source: media.currentSrc, isReadable });
  return isReadable;
}

/** Hands the present frame to the browser as a file. */
export async function savePicture({ media, title }: SkinContext): Promise<void> {
  const { videoWidth, videoHeight, currentTime } = media;
  const canvas = draw(media, videoWidth, videoHeight);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(title, currentTime);
  link.click();
  // The download has taken its bytes by then.
  const signal = AbortSignal.timeout(KEPT_MS);
  signal.addEventListener('abort', () => URL.revokeObjectURL(link.href), { once: true });
}

/** A name that every file system takes: `Dusk 1-23.png`. */
export function fileName(title = '', seconds: number): string {
  const words = title.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ');
  // A name that begins with a dot is hidden on some systems.
  const name = Array.from(words.replace(/^[. ]+/, ''))
    .slice(0, MAX_NAME)
    .join('')
    .trim();
  return `${[name, formatTime(seconds).replaceAll(':', '-')].filter(Boolean).join(' ')}.png`;
}

function tryToRead(media: HTMLVideoElement): boolean {
  try {
    draw(media, 1, 1).getContext('2d')?.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
}

function draw(media: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(media, 0, 0, width, height);
  return canvas;
}
