/** Bytes of one sample. */
const SAMPLE_BYTES = 128 * 1024;
/** So many are read of a file, whatever its size: a mebibyte. Each costs more time than its bytes. */
const SAMPLE_COUNT = 8;

/**
 * Says which file this is, by its name, its size, its date and samples of its bytes: two recordings of one camera may
 * agree in all but their bytes. A small file is read whole, and then its date says nothing.
 *
 * Rejects when the file cannot be read.
 */
export async function fingerprintFile(file: File, subtle: Pick<SubtleCrypto, 'digest'>): Promise<string> {
  const { name, size, lastModified } = file;
  const places = samplePlaces(size);
  // What is not read may have been changed in place: then only the date tells.
  const head = JSON.stringify(places.length === 0 ? [name, size] : [name, size, lastModified]);
  const samples = places.map((from) => file.slice(from, from + SAMPLE_BYTES));
  // One blob of many slices is one read.
  const bytes = await new Blob([`${head}\n`, ...(samples.length === 0 ? [file] : samples)]).arrayBuffer();
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Where the samples begin: the first and the last bytes, and one place in each stretch between them, the same for
 * every file of that size. Nothing for a file that is small enough to be read whole.
 */
function samplePlaces(size: number): number[] {
  if (size <= SAMPLE_BYTES * SAMPLE_COUNT) return [];
  const random = seeded(size);
  const inner = SAMPLE_COUNT - 2;
  const stretch = (size - 2 * SAMPLE_BYTES) / inner;
  const between = Array.from({ length: inner }, (_place, index) =>
    Math.floor(SAMPLE_BYTES + index * stretch + random() * Math.max(0, stretch - SAMPLE_BYTES)),
  );
  return [0, ...between, size - SAMPLE_BYTES];
}

/** The same numbers from 0 to 1 for the same seed; they need not be good, only spread. */
function seeded(seed: number): () => number {
  let state = (seed % 2 ** 32) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
