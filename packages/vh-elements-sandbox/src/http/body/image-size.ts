import { imageType } from './image-type.ts';

/** The data in the head of a picture. */
export interface ImageSize {
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

/** Reads the size of a JPEG or PNG from its own header; nothing when it is neither, or broken off before its size. */
export function imageSize(bytes: Buffer): ImageSize | 'broken' | undefined {
  const type = imageType(bytes);
  if (type === 'image/png') return pngSize(bytes);
  return type === 'image/jpeg' ? jpegSize(bytes) : undefined;
}

function pngSize(bytes: Buffer): ImageSize | 'broken' {
  // The signature, then a chunk that must be IHDR and begins with both sides.
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'broken';
  return sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

function jpegSize(bytes: Buffer): ImageSize | 'broken' {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      // Markers may be padded with any number of these.
      at += 1;
    } else if (isFrame(marker)) {
      return sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    } else if (marker === 0xd9 || marker === 0xda) {
      // The end, or the picture itself: no frame header can follow.
      return 'broken';
    } else {
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return 'broken';
}

/** Start of frame, of any coding; C4, C8 and CC among them are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function sized(type: ImageSize['type'], width: number, height: number): ImageSize | 'broken' {
  return width > 0 && height > 0 ? { type, width, height } : 'broken';
}
