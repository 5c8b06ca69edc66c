import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';

/** The packages that an installation brings beside ours, by the lock file. */
export function installedPackages() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (folder) => {
    for (const name of Object.keys(packages[folder].dependencies ?? {})) {
      const own = placesOf(name, folder).find((place) => place in packages);
      if (!own) throw new Error(`The lock file has no ${name}.`);
      if (found.has(own)) continue;
      found.add(own);
      visit(own);
    }
  };
  visit('');
  return [...found].map((place) => place.replace(/^.*node_modules\//, '')).sort();
}

/** Where Node looks for a package, from a folder upwards. */
function placesOf(name, folder) {
  const places = [`${folder && `${folder}/`}node_modules/${name}`];
  for (let at = folder; at;) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
    places.push(`${at && `${at}/`}node_modules/${name}`);
  }
  return places;
}
