import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../http/problem.ts';
import { MIGRATIONS } from '../../store/database/migrations.ts';
import { DATABASE } from '../../store/files/data-folder.ts';
import { ABOUT, FORMAT, FORMAT_VERSION } from './export.ts';
import { BLOCK_BYTES, paddingOf, readTarHeader, type ArchivedFile } from './tar-header.ts';

const NAME =
  /^(?:extents|pictures|live-thumbnails)\/[\w-]{1,64}$|^assets\/vi\w{22}(?:\/(?!\.+\/)[\w.-]{1,64}){1,5}$/;
const MAX_ABOUT_BYTES = 4096;

/** Unpacks an archive into a folder; throws the problem of one that is none, or another version's. */
export async function unpack(body: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const bytes = new ByteQueue(body);
  try {
    await unpackAll(bytes, folder);
  } finally {
    await bytes.end();
  }
}

async function unpackAll(bytes: ByteQueue, folder: string): Promise<void> {
  const first = await nextFile(bytes);
  if (first === 'end' || first.name !== ABOUT || first.size > MAX_ABOUT_BYTES)
    throw refused('It is no export.');
  checkAbout(await bytes.take(first.size));
  await bytes.take(paddingOf(first.size));
  let hasDatabase = false;
  for (let file = await nextFile(bytes); file !== 'end'; file = await nextFile(bytes)) {
    if (file.name !== DATABASE && !NAME.test(file.name)) throw refused('It holds a file that no export has.');
    hasDatabase ||= file.name === DATABASE;
    await write(bytes, file, path.join(folder, ...file.name.split('/')));
    await bytes.take(paddingOf(file.size));
  }
  if (!hasDatabase) throw refused('It holds no database.');
}

/** The refusal of a file. */
export function refused(detail: string): Problem {
  return new Problem('sandbox-import-refused', { detail });
}

async function nextFile(bytes: ByteQueue): Promise<ArchivedFile | 'end'> {
  const file = readTarHeader(await bytes.take(BLOCK_BYTES));
  if (file === undefined) throw refused('It is no export, or a part of one.');
  return file;
}

async function write(bytes: ByteQueue, { size }: ArchivedFile, target: string): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    await pipeline(
      Readable.from(bytes.pieces(size)),
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['EEXIST', 'EISDIR', 'ENOTDIR'].includes(String(error.code))
    )
      throw refused('It holds a file twice.');
    throw error;
  }
}

function checkAbout(text: Buffer): void {
  let about: Partial<Record<'format' | 'version' | 'schema', unknown>> | null;
  try {
    about = JSON.parse(text.toString('utf8')) as typeof about;
  } catch {
    throw refused('It is no export.');
  }
  if (about?.format !== FORMAT || typeof about.version !== 'number' || typeof about.schema !== 'number')
    throw refused('It is no export.');
  if (about.version !== FORMAT_VERSION || about.schema > MIGRATIONS.length)
    throw refused('A newer sandbox has made it: take it in with that version, or a later one.');
}

/** Bytes that come in pieces, taken in others. */
class ByteQueue {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Wants no more. */
  async end(): Promise<void> {
    await this.#source.return?.();
  }

  /** So many bytes, which must be few. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** So many bytes, as they come. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done === true) throw refused('It ends too soon.');
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
