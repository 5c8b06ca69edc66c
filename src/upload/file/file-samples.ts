/** `count` pieces of a file of `size` bytes, evenly from its first byte to its last, as one blob: that is one read. */
export function sampleFile(file: Blob, size: number, bytes: number, count: number): Blob {
  const stretch = Math.max(0, size - bytes) / (count - 1);
  const places = Array.from({ length: count }, (_place, index) => Math.floor(index * stretch));
  return new Blob(places.map((from) => file.slice(from, from + bytes)));
}
