import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../test/support/frameworks/languages.ts';
import { RunningSite } from '../package/fresh-project.ts';
import { inRepository, loadScript } from '../../../test/support/repository.ts';

const { wordpressPlugin } = await loadScript<{ wordpressPlugin: () => Buffer }>(
  'scripts/archive/wordpress-plugin.mjs',
);

/** WordPress and its database on SQLite, as its own playground packs them. */
const BUILDS = '@wp-playground/wordpress-builds@0.9.19';
const home = path.join(tmpdir(), 'vh-elements-wordpress');
const builds = path.join(home, 'node_modules/@wp-playground/wordpress-builds');
const support = (...names: string[]) => inRepository('bench/support/wordpress', ...names);

/** Runs a program to its end; what it wrote is in the error when it fails. */
function run(command: string, words: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`, { cause: error });
}

/** The code of one release of WordPress; it is kept for the next run. */
async function unpack(release: string): Promise<string> {
  const folder = path.join(home, release);
  if (existsSync(folder)) return folder;
  await mkdir(home, { recursive: true });
  if (!existsSync(builds)) run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', home, BUILDS]);
  const half = `${folder}.half`;
  await rm(half, { recursive: true, force: true });
  run('unzip', ['-q', path.join(builds, `src/wordpress/wp-${release}.zip`), '-d', half]);
  await cp(path.join(builds, `public/wp-${release}`), half, { recursive: true });
  const plugins = path.join(half, 'wp-content/plugins');
  const database = path.join(plugins, 'sqlite-database-integration');
  run('unzip', [
    '-q',
    path.join(builds, 'src/sqlite-database-integration/sqlite-database-integration.zip'),
    ...['-d', plugins],
  ]);
  await rename(`${database}-main`, database);
  await cp(path.join(database, 'db.copy'), path.join(half, 'wp-content/db.php'));
  await rename(half, folder);
  return folder;
}

/** What a user of WordPress is called, and may do. */
export interface WordPressUser {
  name: string;
  password: string;
  id: number;
}

/** A real WordPress with the plugin, with the plugin's archive unpacked in it, on PHP's own server. */
export class WordPressSite {
  readonly url: string;
  readonly version: string;
  /** As the database that comes with it knows it. */
  readonly admin: WordPressUser = { name: 'admin', password: 'password', id: 1 };
  readonly #site: RunningSite;
  readonly #env: NodeJS.ProcessEnv;
  readonly #data: string;

  private constructor(site: RunningSite, env: NodeJS.ProcessEnv, data: string) {
    this.#site = site;
    this.#env = env;
    this.#data = data;
    this.url = site.origin;
    this.version = String(this.#ask('version').version);
  }

  /** Starts a release with a new database and the plugin switched on. */
  static async start(
    release: string,
    settings: Readonly<Record<string, string>>,
    { hasPlugin = true } = {},
  ): Promise<WordPressSite> {
    const root = await unpack(release);
    const content = path.join(root, 'wp-content');
    const plugin = path.join(content, 'plugins/vh-elements');
    await rm(plugin, { recursive: true, force: true });
    await cp(support('wp-config.php'), path.join(root, 'wp-config.php'));
    await mkdir(path.join(content, 'mu-plugins'), { recursive: true });
    await cp(support('test-hosts.php'), path.join(content, 'mu-plugins/test-hosts.php'));
    const data = await mkdtemp(path.join(tmpdir(), 'vh-wordpress-'));
    await cp(path.join(content, 'database/.ht.sqlite'), path.join(data, '.ht.sqlite'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...{ ...process.env, ...settings, WP_ROOT: root, WP_URL: url, WP_DATABASE: data },
      // It asks itself, while it answers.
      ...{ VH_STATE: path.join(data, 'vh'), PHP_CLI_SERVER_WORKERS: '4' },
    };
    const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', root], { env, detached: true });
    const site = new WordPressSite(await RunningSite.whenReady(child, url), env, data);
    if (hasPlugin) {
      const archive = path.join(data, 'plugin.zip');
      await writeFile(archive, wordpressPlugin());
      assert.deepEqual(site.#ask('install', { archive }), { fault: null });
      assert.deepEqual(site.#ask('activate'), { said: '', fault: null });
    }
    return site;
  }

  /** Adds a user with a role. */
  addUser(name: string, role: string): WordPressUser {
    const password = `the password of ${name}`;
    return { name, password, id: Number(this.#ask('user', { name, password, role }).id) };
  }

  /** Publishes what a user writes; answers its address, and what WordPress kept of it. */
  publish(author: WordPressUser, title: string, content: string): { url: string; content: string } {
    return this.#ask('post', { author: author.id, title, content }) as { url: string; content: string };
  }

  /** What PHP complained of while it ran our code. */
  async complaints(): Promise<string[]> {
    const files = await readdir(this.#data);
    if (!files.includes('debug.log')) return [];
    const text = await readFile(path.join(this.#data, 'debug.log'), 'utf8');
    return text.split('\n').filter((line) => /plugins\/vh-elements|vh_wp/.test(line));
  }

  async end(): Promise<void> {
    await this.#site.end();
    await rm(this.#data, { recursive: true });
  }

  #ask(what: string, given: object = {}): Record<string, unknown> {
    const { stdout, stderr } = spawnSync('php', [support('site.php'), what], {
      ...{ input: JSON.stringify(given), encoding: 'utf8', env: this.#env },
    });
    try {
      return JSON.parse(stdout) as Record<string, unknown>;
    } catch (cause) {
      throw new Error(`WordPress did not ${what}: ${stdout}${stderr}`, { cause });
    }
  }
}
