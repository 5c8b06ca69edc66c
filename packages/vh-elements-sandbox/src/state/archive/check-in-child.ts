import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { refused } from './import.ts';

/** How the child ends that refuses a database: its output says why. */
export const REFUSED = 3;
const WORKER = fileURLToPath(new URL(`./check-worker${path.extname(import.meta.url)}`, import.meta.url));

/** Checks the database of an import, in a process that may end over it. */
export function checkInChild(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [WORKER, file], (error, stdout) => {
      if (!error) resolve();
      else reject(refused(error.code === REFUSED && stdout !== '' ? stdout : 'Its database is damaged.'));
    });
  });
}
