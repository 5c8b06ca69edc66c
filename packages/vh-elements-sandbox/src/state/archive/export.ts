import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { MIGRATIONS } from '../../store/database/migrations.ts';
import { DATABASE } from '../../store/files/data-folder.ts';
import { BLOCK_BYTES, paddingOf, tarHeader, type ArchivedFile } from './tar-header.ts';

/** Comes first in an archive, and says what it is. */
export const ABOUT = 'export.json';
/** What it calls itself there. */
export const FORMAT = 'vh-elements-sandbox';
/** Raised when an earlier sandbox could not read the archive any more, whatever its database is. */
export const FORMAT_VERSION = 1;

/** An archive on its way: how many bytes it has, and these. */
export interface Archive {
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/** Writes a state that was put together in a folder into one file, which ordinary tools can unpack (tar). */
export function archiveOf(folder: string, now: number): Archive {
  forgetKey(path.join(folder, DATABASE));
  const about = { format: FORMAT, version: FORMAT_VERSION, schema: MIGRATIONS.length, madeAt: new Date(now) };
  const first = Buffer.from(JSON.stringify(about));
  const files = filesOf(folder);
  const room = ({ size }: Pick<ArchivedFile, 'size'>) => BLOCK_BYTES + size + paddingOf(size);
  const size = files.reduce((sum, file) => sum + room(file), room({ size: first.length })) + 2 * BLOCK_BYTES;
  return { size, bytes: bytesOf(folder, first, files) };
}

async function* bytesOf(
  folder: string,
  first: Buffer,
  files: readonly ArchivedFile[],
): AsyncGenerator<Buffer> {
  yield Buffer.concat([
    tarHeader({ name: ABOUT, size: first.length }),
    first,
    Buffer.alloc(paddingOf(first.length)),
  ]);
  for (const file of files) {
    yield tarHeader(file);
    if (file.size === 0) continue;
    // No more than was said: a file that grows does not move what follows it.
    const stream = createReadStream(path.join(folder, file.name), { end: file.size - 1 });
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
    yield Buffer.alloc(paddingOf(file.size));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

/** All files below a folder, the database first. */
function filesOf(folder: string): ArchivedFile[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const inOrder = names.sort((a, b) => Number(b === DATABASE) - Number(a === DATABASE) || (a < b ? -1 : 1));
  return inOrder.map((name) => ({
    name: name.split(path.sep).join('/'),
    size: statSync(path.join(folder, name)).size,
  }));
}

/** The key is this sandbox's alone, and no byte of it stays. */
function forgetKey(file: string): void {
  const sql = new Libsql(file);
  try {
    sql.exec('PRAGMA secure_delete = ON');
    sql.exec(`DELETE FROM settings WHERE name = 'apiKey'`);
    sql.exec('PRAGMA journal_mode = DELETE');
  } finally {
    sql.close();
  }
}
