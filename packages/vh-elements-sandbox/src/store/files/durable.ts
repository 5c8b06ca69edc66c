import { open, readdir, rename, rm, stat, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** How many folders above a file may be new: those of a video, a kind and a quality. */
const NEW_FOLDERS = 3;

/**
 * Gives a file or a folder that is whole its final name, so that it is there under it after a power cut too, with all of
 * its bytes: only then may the database say so.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await syncTree(from);
  const parent = path.dirname(to);
  await mkdir(parent, { recursive: true });
  // A file takes the place of another in one step; a folder does not.
  if ((await stat(from)).isDirectory()) await rm(to, { recursive: true, force: true });
  await rename(from, to);
  // The folders above have to be found, too. Another process may have made them, or one that was killed before it came to this.
  for (let at = parent, left = NEW_FOLDERS; left > 0; left--, at = path.dirname(at)) await syncFolder(at);
}

/** Makes sure that the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders; there the file system's own journal must do.
  if (process.platform !== 'win32') await sync(folder);
}

async function syncTree(place: string): Promise<void> {
  if (!(await stat(place)).isDirectory()) {
    await sync(place);
    return;
  }
  for (const name of await readdir(place)) await syncTree(path.join(place, name));
  await syncFolder(place);
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
