/** A file whose every byte tells where it stands, so that a mix-up shows. */
export function makeFile(size: number, name = 'clip.mp4', type = 'video/mp4'): File {
  return new File([makeBytes(size)], name, { type, lastModified: 1_700_000_000_000 });
}

/** The bytes of `makeFile`. */
export function makeBytes(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_byte, index) => (index * 31 + (index >> 8)) % 251);
}
