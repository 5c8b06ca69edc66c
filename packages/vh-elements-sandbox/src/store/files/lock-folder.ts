import { rmSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';

/**
 * Takes a data folder for this process alone, since two sandboxes on one folder would sweep away each other's uploads;
 * answers how to let go of it.
 *
 * The lock is an open transaction on a database that holds nothing. It is the kernel's, and goes with the process,
 * however that ends: nothing that is written down could say as much.
 */
export function lockFolder(folder: string): () => void {
  const lock = new Libsql(path.join(folder, 'lock.db'), { timeout: 500 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    // Of earlier versions, which wrote down the id of their process.
    rmSync(path.join(folder, 'lock'), { force: true });
  } catch (cause) {
    lock.close();
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY')) throw cause;
    throw new Error(
      `The data folder ${folder} is in use by another sandbox: end that one, or choose another with --data.`,
      { cause },
    );
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}
