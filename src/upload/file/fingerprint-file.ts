import { toHex } from '../../core/random-name.ts';

/** Bytes of one sample. */
const SAMPLE_BYTES = 128 * 1024;
/** The number of samples that are read of a file, whatever its size: a mebibyte together. Each costs more time than its bytes. */
const SAMPLE_COUNT = 8;

/**
 * Identifies a file by its name, size, date and samples of its bytes: two recordings of one camera may agree in all but
 * their bytes. A small file is read whole, and its date does not count. Rejects when the file cannot be read.
 */
export async function fingerprintFile(file: File, subtle: Pick<SubtleCrypto, 'digest'>): Promise<string> {
  const { name, size, lastModified } = file;
  const isSmall = size <= SAMPLE_BYTES * SAMPLE_COUNT;
  // The date shows changes between the samples.
  const head = JSON.stringify(isSmall ? [name, size] : [name, size, lastModified]);
  const content = isSmall ? file : sampleFile(file, size, SAMPLE_BYTES, SAMPLE_COUNT);
  const bytes = await new Blob([`${head}\n`, content]).arrayBuffer();
  return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/** `count` pieces of a file of `size` bytes, evenly from its first byte to its last, as one blob: that is one read. */
export function sampleFile(file: Blob, size: number, bytes: number, count: number): Blob {
  const stretch = Math.max(0, size - bytes) / (count - 1);
  const places = Array.from({ length: count }, (_place, index) => Math.floor(index * stretch));
  return new Blob(places.map((from) => file.slice(from, from + bytes)));
}
