import { existsSync, readdirSync } from 'node:fs';
import { at } from './root.mjs';

/** Paths of all files below a folder, relative to the repository, with forward slashes and in a stable order. */
export function listFiles(folder) {
  if (!existsSync(at(folder))) return [];
  return readdirSync(at(folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(file) : [file];
    })
    .sort();
}
