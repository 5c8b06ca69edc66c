import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';

/** The packages that an installation brings beside ours, by the lock file. */
export const installedPackages = () =>
  placesFrom(lockedPackages(), ({ dependencies }) => ({ ...dependencies }))
    .map((place) => place.replace(/^.*node_modules\//, ''))
    .sort();

/** Where the packages are that a clone installs for `npm start`, on this machine. */
export function packagesOfStart() {
  const packages = lockedPackages();
  const wanted = (about, folder) => ({
    ...about.dependencies,
    ...about.optionalDependencies,
    ...(folder === '' && about.devDependencies),
  });
  return placesFrom(packages, wanted).filter((place) => isForThisMachine(packages[place]));
}

const lockedPackages = () => JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;

/** What the root needs, and what that needs; optional packages may be missing. */
function placesFrom(packages, wanted) {
  const found = new Set();
  const visit = (folder) => {
    const about = packages[folder];
    for (const name of Object.keys(wanted(about, folder))) {
      const own = placesOf(name, folder).find((place) => place in packages);
      if (!own && !about.optionalDependencies?.[name]) throw new Error(`The lock file has no ${name}.`);
      if (!own || found.has(own)) continue;
      found.add(own);
      visit(own);
    }
  };
  visit('');
  return [...found];
}

const isForThisMachine = ({ os, cpu }) =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);

/** Where Node looks for a package, from a folder upwards. */
function placesOf(name, folder) {
  const places = [`${folder && `${folder}/`}node_modules/${name}`];
  for (let at = folder; at;) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
    places.push(`${at && `${at}/`}node_modules/${name}`);
  }
  return places;
}
