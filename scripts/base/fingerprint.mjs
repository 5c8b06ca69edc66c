import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { listFiles } from './list-files.mjs';
import { at } from './root.mjs';

// In a folder; a file that is named counts, whatever it is. Media are served as they lie and never built.
const isSource = (file) => /\.(ts|mjs|js|json|html|css|svg|md)$/.test(file);

/** One hash over the names and contents of files and folders: it changes exactly when something has to be rebuilt. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesOf)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(at(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(place) {
  if (!existsSync(at(place))) return [];
  return statSync(at(place)).isDirectory() ? listFiles(place).filter(isSource) : [place];
}
