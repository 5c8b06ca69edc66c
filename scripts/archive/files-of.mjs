import { readdirSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';

/** Every file of a folder, with its name below it. */
export function filesOf(folder) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(at(folder), file).replaceAll(path.sep, '/') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
