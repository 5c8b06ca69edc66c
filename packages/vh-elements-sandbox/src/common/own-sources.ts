import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this package's sources lie: beside what runs where the package is installed, and in the repository, which compiles elsewhere. */
export function ownSources(): string {
  const own = fileURLToPath(new URL('..', import.meta.url));
  if (existsSync(path.join(own, 'page/console/console.html'))) return own;
  return path.join(repository(), 'packages/vh-elements-sandbox/src');
}

/** The nearest folder above with a `package.json`. */
function repository(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  return folder;
}
