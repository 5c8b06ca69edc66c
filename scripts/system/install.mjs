import { existsSync, readFileSync } from 'node:fs';
import { npm } from '../base/npm.mjs';
import { at } from '../base/root.mjs';

/** Installs the dependencies that the lock file names, unless they are there already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const start = Date.now();
  console.error('Installing dependencies (the first time takes about half a minute) …');
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  await npm(args, {
    complaint:
      'The dependencies could not be installed: look at what npm says, mend it, and run the command again.',
  });
  console.error(`Dependencies are there (${Math.round((Date.now() - start) / 1000)} s).`);
}

/** What npm wrote down when it last finished an installation, against what the lock file wants. */
function isInstalled() {
  const written = at('node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const there = JSON.parse(readFileSync(written, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([folder, { version, optional }]) =>
      folder === '' || (folder in there ? there[folder].version === version : optional),
  );
}
