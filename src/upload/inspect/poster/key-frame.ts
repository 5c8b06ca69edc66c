import type { ByteReader } from '../byte-reader.ts';

/** A picture that can be decoded by itself, and what a decoder must know for it. */
export interface KeyFrame {
  readonly config: VideoDecoderConfig;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Seconds from the beginning: films like to begin in black. */
export const POSTER_SECONDS = 1;
/** Bytes: a key frame of 8K and a header are smaller. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

/** A piece of the file that is to be decoded; nothing for one that cannot be a picture. */
export async function pictureBytes(
  peek: ByteReader,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const view = length > 0 && length <= MAX_PICTURE_BYTES ? await peek.at(from, length) : undefined;
  return view && new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
