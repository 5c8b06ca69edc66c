import { LazyModule } from '../../core/async/lazy-module.ts';
import { ByteReader } from './bytes/byte-reader.ts';
import { type FileInfo, UNKNOWN_FILE } from './bytes/file-info.ts';
import { readType } from './mp4/mp4-box.ts';
import { readMp4 } from './mp4/mp4-info.ts';
import type * as OtherHeaders from './other-headers.ts';

/** The first byte of an upload does not wait longer for the file's header. */
const DEFAULT_TIMEOUT_MS = 300;
/** The first bytes of a WebM or Matroska file. */
const EBML_MAGIC = 0x1a45dfa3;
/** The first box of an MP4 or MOV file. */
const FIRST_BOXES: ReadonlySet<string> = new Set([
  ...['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'uuid'],
]);

/** Settings of `inspectFile`. */
export interface InspectOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds that reading may take; afterwards nothing is known. Loading code does not count. */
  timeoutMs?: number;
}

/**
 * Reads a video file's header: at most 1 MiB, through slices, wherever the header stands.
 *
 * A file that is not a video, or is broken, hostile or not read in time, gives `UNKNOWN_FILE`. Rejects only when `signal`
 * aborts, with its reason.
 */
export async function inspectFile(file: Blob, options: InspectOptions = {}): Promise<FileInfo> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  try {
    return await readInfo(new ByteReader(file, timeoutMs, signal));
  } catch {
    signal?.throwIfAborted();
    return UNKNOWN_FILE;
  }
}

/**
 * For a file that needs them. The most frequent container is not among them: it would cost another round trip. Here and not in
 * `parts.ts`, since what that loads inspects files, too.
 */
const otherHeaders = new LazyModule<typeof OtherHeaders, typeof OtherHeaders>(
  () => import('./other-headers.ts'),
  (code) => code,
);

async function readInfo(peek: ByteReader): Promise<FileInfo> {
  const head = await peek.at(0, 8);
  if (head?.getUint32(0) === EBML_MAGIC)
    return (await otherHeaders.load())?.readMatroska(peek) ?? UNKNOWN_FILE;
  return head && FIRST_BOXES.has(readType(head, 4)) ? readMp4(peek, otherHeaders) : UNKNOWN_FILE;
}
