import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { npm } from '../base/npm.mjs';
import { at } from '../base/root.mjs';

/** What can be installed beside the packages that building and running need, each a workspace in `scripts/installs`. */
const GROUPS = ['tests', 'benches'];

/**
 * Installs the dependencies that the lock file names, unless they are there already: the ones that building and running need,
 * and the ones of the groups. Packages of other groups stay.
 */
export async function ensureInstalled(groups = []) {
  // CI tests and checks side by side: it installs all at once, so that none is installed beside a running test.
  const wanted = process.env.CI ? GROUPS : groups;
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const there = readInstalled();
  const before = there?.lock === lock ? there.groups : [];
  if (there?.lock === lock && wanted.every((group) => before.includes(group))) return;
  const now = GROUPS.filter((group) => wanted.includes(group) || before.includes(group));
  const start = Date.now();
  const what = now.length === 0 ? 'what building and running need' : `also for ${now.join(' and ')}`;
  console.error(`Installing dependencies (${what}) …`);
  rmSync(note, { force: true });
  await npm(['install', ...FLAGS, ...workspacesOf(now)], {
    complaint:
      'The dependencies could not be installed: look at what npm says, mend it, and run the command again.',
  });
  writeFileSync(note, JSON.stringify({ lock, groups: now }));
  console.error(`Dependencies are there (${Math.round((Date.now() - start) / 1000)} s).`);
}

/** What this script has installed last, and from which lock file. */
const note = at('node_modules', '.installed.json');

function readInstalled() {
  return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined;
}

// `npm ci` would empty the folder first, below the feet of a demo that runs. With `--no-save` the lock file stays as it is.
const FLAGS = ['--no-save', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];

const workspacesOf = (groups) =>
  groups.length === 0
    ? ['--workspaces=false']
    : ['--include-workspace-root', ...groups.map((group) => `--workspace=vh-elements-${group}`)];
