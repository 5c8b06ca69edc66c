import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasApt, installPackages } from './apt.mjs';
import { findChromium, findFirefox, findWebKit } from './browsers.mjs';
import { runNodeTool } from '../base/run-tool.mjs';

/** Debian's packages for each browser. The gstreamer ones let WebKit decode H.264 and AAC. */
const BROWSERS = [
  { find: findChromium, names: ['chromium'] },
  { find: findFirefox, names: ['firefox-esr'] },
  {
    find: findWebKit,
    names: [
      'webkit2gtk-driver',
      'xvfb',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
    ],
  },
];

const succeeds = (command, words) => spawnSync(command, words, { stdio: 'ignore' }).status === 0;
const runs = (command) => succeeds(command, ['--version']);

/** The interpreters of the reference backends in `backends/`. Without one, its tests fail and say so. */
const LANGUAGES = [
  { find: () => runs('python3'), names: ['python3'] },
  { find: () => runs('php'), names: ['php-cli'] },
];

const python = (module) =>
  ['python3', '/usr/bin/python3'].some((name) => succeeds(name, ['-c', `import ${module}`]));
const php = (extension) => succeeds('php', ['-r', `exit(extension_loaded('${extension}') ? 0 : 1);`]);

/** What the languages ask those stores with. Without one, its tests are left out and say so. */
const CLIENTS = [
  { find: () => python('redis'), names: ['python3-redis'] },
  { find: () => python('psycopg'), names: ['python3-psycopg'] },
  { find: () => python('psycopg2'), names: ['python3-psycopg2'] },
  { find: () => php('redis'), names: ['php-redis'] },
  { find: () => php('pdo_pgsql'), names: ['php-pgsql'] },
  { find: () => php('pdo_sqlite'), names: ['php-sqlite3'] },
];

/** Stores that several servers share. Without one, its tests are left out and say so. */
const STORES = [
  { find: () => runs('redis-server'), names: ['redis-server'] },
  { find: () => existsSync('/usr/lib/postgresql'), names: ['postgresql'] },
];

/** A shared cache in front of a site. Without it, its tests are left out and say so. */
const CACHES = [{ find: () => existsSync('/usr/sbin/apache2'), names: ['apache2-bin'] }];

/**
 * Installs what the tests want of this machine, where it allows that. Needs none of our own dependencies, which may be
 * installed meanwhile. Without a browser other than Chromium, its tests are left out and the summary says so.
 */
export async function installSystem({ browsers, languages }) {
  const forLanguages = [LANGUAGES, STORES, CACHES, ...CLIENTS.map((client) => [client])];
  const groups = [browsers ? BROWSERS : [], ...(languages ? forLanguages : [])].map((needs) =>
    needs.filter(({ find }) => !find()).flatMap(({ names }) => names),
  );
  const missing = groups.flat();
  if (missing.length === 0 || !hasApt()) return;
  console.error(
    `Installing from the distribution (the first time takes about a minute): ${missing.join(' ')} …`,
  );
  if (await installPackages(missing)) return;
  // A distribution with other names for one group still has the other.
  for (const names of groups.filter((group) => group.length > 0)) await installPackages(names);
}

/** Makes sure that there is a Chromium, without which nothing can be tested. */
export async function ensureChromium() {
  if (!findChromium()) await downloadChromium();
  if (!findChromium()) {
    throw new Error(
      'There is no Chromium: install one (or name it in CHROMIUM_PATH), then run the command again.',
    );
  }
}

async function downloadChromium() {
  console.error('Downloading Chromium through Playwright …');
  await runNodeTool('playwright/cli.js', ['install', 'chromium'], {
    complaint: 'There is no Chromium and none could be downloaded: install one, or name it in CHROMIUM_PATH.',
  });
}
