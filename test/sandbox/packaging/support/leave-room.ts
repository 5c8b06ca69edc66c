import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { FileHandle } from 'node:fs/promises';

let room = Number(process.env['VH_ROOM'] ?? Infinity);

/** How many of some bytes still fit; none at all is an error, as it is on a full disk. */
function take(bytes: number): number {
  const taken = Math.min(bytes, room);
  room -= taken;
  if (bytes > 0 && taken === 0) throw noSpace();
  return taken;
}

function noSpace(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

const { open, writeFile } = fs.promises;
const handle = await open(import.meta.filename, 'r');
const handles = Object.getPrototypeOf(handle) as Pick<FileHandle, 'write'>;
await handle.close();
const write = handles.write as (
  this: FileHandle,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => Promise<unknown>;
Object.assign(handles, {
  async write(this: FileHandle, bytes: Uint8Array, offset: number, length: number, position: number) {
    return Reflect.apply(write, this, [bytes, offset, take(length), position]);
  },
});
Object.assign(fs.promises, {
  async writeFile(where: string, text: string) {
    const bytes = Buffer.byteLength(text);
    if (take(bytes) < bytes) throw noSpace();
    await writeFile(where, text);
  },
});
syncBuiltinESMExports();
