import { constants, copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../database/storage-failure.ts';

/** Which files of a folder are left out, and which are still written to, so that they cannot be shared. */
export interface LinkRules {
  leavesOut?: (name: string) => boolean;
  isGrowing?: (name: string) => boolean;
}

/**
 * Makes a second folder of the same files: no byte is copied where the file system can share them. All at once: no
 * request comes in between.
 */
export function linkTree(from: string, to: string, rules: LinkRules = {}): void {
  mkdirSync(to, { recursive: true });
  for (const entry of entriesOf(from)) {
    if (rules.leavesOut?.(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target, rules);
    else if (entry.isFile()) linkFile(source, target, rules.isGrowing?.(entry.name) ?? false);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function linkFile(source: string, target: string, isGrowing: boolean): void {
  if (!isGrowing) {
    try {
      linkSync(source, target);
      return;
    } catch (error) {
      // Deleted just now, by a process that packages.
      if (isMissing(error)) return;
      // A file system without links, or a file that has as many as it can.
    }
  }
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
}
