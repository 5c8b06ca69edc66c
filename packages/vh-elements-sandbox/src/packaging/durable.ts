import { open, readdir, rename, rm, stat, mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Gives a file or a folder that is whole its final name, so that it is there under it after a power cut too, with all of
 * its bytes: only then may the database say so.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await syncTree(from);
  const parent = path.dirname(to);
  const made = await mkdir(parent, { recursive: true });
  // A file takes the place of another in one step; a folder does not.
  if ((await stat(from)).isDirectory()) await rm(to, { recursive: true, force: true });
  await rename(from, to);
  await sync(parent);
  // Folders that were made for it have to be found, too.
  for (let at = parent; made !== undefined && at !== path.dirname(made); at = path.dirname(at))
    await sync(path.dirname(at));
}

async function syncTree(place: string): Promise<void> {
  if ((await stat(place)).isDirectory()) {
    for (const name of await readdir(place)) await syncTree(path.join(place, name));
  }
  await sync(place);
}

async function sync(place: string): Promise<void> {
  // Windows has no handles of folders; there the file system's own journal must do.
  if (process.platform === 'win32' && (await stat(place)).isDirectory()) return;
  const handle = await open(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
