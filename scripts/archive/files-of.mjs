import { readdirSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';

/** Every file of a folder, with its name below it; no source maps: sites serve the files as they are. */
export function filesOf(folder) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(at(folder), file).replaceAll(path.sep, '/') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
