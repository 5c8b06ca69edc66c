import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isMissing } from '../database/storage-failure.ts';

const OTHERS = 0o077;
/** The files of a data folder. The chosen folder may hold other files. */
const OWN = [
  ...['lock.db', 'sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm'],
  ...['extents', 'pictures', 'assets', 'live', 'live-thumbnails'],
];

/** Hides files of this process and its children from other accounts from now on. */
export function keepNewFilesPrivate(): void {
  // A worker thread has no mask of its own to set: its process has set it.
  if (isMainThread) process.umask(process.umask(OTHERS) | OTHERS);
}

/**
 * Keeps a data folder from other accounts that an earlier version, or another program, has made readable for them. The
 * folder itself comes last: one that is private has been gone through before.
 */
export function makePrivate(root: string, log: (line: string) => void): void {
  try {
    if ((statSync(root).mode & OTHERS) === 0) return;
    for (const name of OWN) tighten(path.join(root, name));
    chmodSync(root, 0o700);
  } catch (error) {
    // Another account's folder, or a file system without modes: it can be used all the same.
    log(`the data folder stays readable for other accounts: ${String(error)}`);
  }
}

function tighten(file: string): void {
  const isFolder = statOf(file)?.isDirectory();
  if (isFolder === undefined) return;
  chmodSync(file, isFolder ? 0o700 : 0o600);
  if (isFolder) for (const name of readdirSync(file)) tighten(path.join(file, name));
}

function statOf(file: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
