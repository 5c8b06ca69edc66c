/** A file whose every byte depends on its position, so that a mix-up shows. */
export function makeFile(size: number, name = 'clip.mp4', type = 'video/mp4'): File {
  return new File([makeBytes(size)], name, { type, lastModified: 1_700_000_000_000 });
}

/** The bytes of `makeFile`. */
export function makeBytes(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_byte, index) => (index * 31 + (index >> 8)) % 251);
}

/** Ten bytes that only a file of this name has: files that are the same in their bytes are one file to an upload. */
export function makeOwnFile(name: string): File {
  const text = name.padEnd(10, '-').slice(-10);
  return new File([text], name, { type: 'video/mp4', lastModified: 1_700_000_000_000 });
}
