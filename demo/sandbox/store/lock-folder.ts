import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const held = new Set<string>();

/**
 * Takes a data folder for this process alone, since two sandboxes on one folder would sweep away each other's uploads;
 * answers how to let go of it. A lock whose process has ended, however it ended, is taken over.
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock');
  const owner = readOwner(file);
  if (held.has(folder) || (owner !== undefined && owner !== process.pid && isAlive(owner))) {
    throw new Error(
      `The data folder ${folder} is in use by another sandbox (process ${String(owner)}): ` +
        'end that one, or choose another with --data.',
    );
  }
  writeFileSync(file, String(process.pid));
  held.add(folder);
  return () => {
    held.delete(folder);
    rmSync(file, { force: true });
  };
}

function readOwner(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
