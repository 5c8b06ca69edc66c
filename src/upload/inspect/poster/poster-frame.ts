import type { FileInfo } from '../file-info.ts';
import { ByteReader } from '../byte-reader.ts';
import { decodeFrame } from './decode-frame.ts';
import { type KeyFrame, POSTER_SECONDS } from './key-frame.ts';
import { matroskaKeyFrame } from './matroska-key-frame.ts';
import { mp4KeyFrame } from './mp4-key-frame.ts';
import { frameFromVideoElement } from './show-frame.ts';

/** Milliseconds: a poster that takes longer is not worth its trouble. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** Bytes of headers, tables and one picture. */
const BUDGET_BYTES = 12 * 1024 * 1024;
/** Pixels of the longer side. */
const DEFAULT_SIDE_PX = 480;

/** How a poster is made. */
export interface PosterOptions {
  signal?: AbortSignal | undefined;
  /** Pixels of the longer side, at most. */
  side?: number;
  /** Milliseconds after which there is none. */
  timeoutMs?: number;
}

/**
 * A picture from near the file's beginning, turned and shaped as the film is shown. The caller closes it.
 *
 * It never rejects, and always ends: a file that this browser cannot decode has no poster. Where WebCodecs can, only one
 * picture of the file is read, and no address is made of it that a strict policy would refuse.
 */
export async function posterFrame(
  file: Blob,
  info: FileInfo,
  options: PosterOptions = {},
): Promise<ImageBitmap | undefined> {
  const { side = DEFAULT_SIDE_PX, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  // What has no picture needs no decoder to say so.
  if (info.videoCodec === undefined) return undefined;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  try {
    return (await fromCodecs(file, info, side, signal)) ?? (await fromElement(file, info, side, signal));
  } catch {
    return undefined;
  }
}

async function fromCodecs(
  file: Blob,
  info: FileInfo,
  side: number,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  const key = await keyFrameOf(new ByteReader(file, signal, BUDGET_BYTES), info);
  const frame = key && (await decodeFrame(key, signal));
  if (!frame) return undefined;
  try {
    return draw(frame, info, side, info.rotation);
  } finally {
    frame.close();
  }
}

function keyFrameOf(peek: ByteReader, { container }: FileInfo): Promise<KeyFrame | undefined> {
  return container === 'webm' || container === 'mkv' ? matroskaKeyFrame(peek) : mp4KeyFrame(peek);
}

async function fromElement(
  file: Blob,
  info: FileInfo,
  side: number,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  // Nobody has to hear of an address that a policy refuses when there would have been no picture.
  const video = canPlay(info) ? await frameFromVideoElement(file, POSTER_SECONDS, signal) : undefined;
  if (!video) return undefined;
  try {
    const { videoWidth: width, videoHeight: height } = video;
    // The element has turned it already.
    return draw(video, { ...info, width, height }, side, 0);
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function canPlay({ videoCodec = '' }: FileInfo): boolean {
  if (typeof document === 'undefined') return false;
  const video = document.createElement('video');
  return ['mp4', 'webm', 'quicktime'].some(
    (container) => video.canPlayType(`video/${container}; codecs="${videoCodec}"`) !== '',
  );
}

/** Draws a picture upright, no larger than wanted. */
function draw(
  picture: VideoFrame | HTMLVideoElement,
  { width = 0, height = 0 }: FileInfo,
  side: number,
  rotation: FileInfo['rotation'],
): ImageBitmap | undefined {
  const scale = Math.min(1, side / Math.max(width, height));
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const canvas = new OffscreenCanvas(across, down);
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return undefined;
  const isTurned = rotation === 90 || rotation === 270;
  const [w, h] = isTurned ? [down, across] : [across, down];
  context.translate(across / 2, down / 2);
  context.rotate((rotation * Math.PI) / 180);
  context.drawImage(picture, -w / 2, -h / 2, w, h);
  return canvas.transferToImageBitmap();
}
