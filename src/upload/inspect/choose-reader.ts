import type { ByteReader } from './byte-reader.ts';
import type { LoadInfoReader } from './file-info.ts';
import { readMp4 } from './mp4-info.ts';

/** What a WebM or Matroska file begins with. */
const EBML_MAGIC = 0x1a45dfa3;
/** What an MP4 or MOV may begin with. */
const FIRST_BOXES: ReadonlySet<string> = new Set([
  ...['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'uuid'],
]);

const loadMatroska: LoadInfoReader = async () => (await import('./matroska-info.ts')).readMatroska;
// With whatever asks: it is the most frequent container, and its reader would come a round trip later.
const loadMp4: LoadInfoReader = () => Promise.resolve(readMp4);

/** What loads the reader of the file's container, by its first bytes; nothing for a file that is none of them. */
export async function chooseReader(peek: ByteReader): Promise<LoadInfoReader | undefined> {
  if ((await peek.at(0, 4))?.getUint32(0) === EBML_MAGIC) return loadMatroska;
  const head = await peek.at(0, 8);
  const type = head && String.fromCharCode(...new Uint8Array(head.buffer, head.byteOffset + 4, 4));
  return type !== undefined && FIRST_BOXES.has(type) ? loadMp4 : undefined;
}
