import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.ts';
import { inRepository } from '../../../test/support/repository.ts';
import { freePort } from '../../../test/support/frameworks/languages.ts';
import { withNewest } from './versions.ts';

/** Outside the repository, where nothing of its own is found by looking upwards. Installations are kept between runs. */
const home = path.join(tmpdir(), 'vh-elements-frameworks');
const projects = (...names: string[]) => inRepository('test/frameworks/projects', ...names);

/** Where a project may have its page backend. */
const SERVERS = [
  'server.mjs',
  'app/vh/[[...path]]/route.ts',
  'server/routes/vh/[...].ts',
  'src/routes/vh/[...path]/+server.ts',
  'src/pages/vh/[...path].ts',
];

/** The session that each of them knows. */
export const SESSION = 'of-the-tests';

/** A new project with the packed package in it, in a folder of its own. */
export class FreshProject {
  readonly folder: string;
  readonly #name: string;
  readonly #isNewest: boolean;

  /** `isNewest`: with the newest of all that it names. */
  constructor(name: string, isNewest = false) {
    this.#name = name;
    this.#isNewest = isNewest;
    this.folder = path.join(home, isNewest ? `${name}-newest` : name);
  }

  /** Writes the project's files, as they are or with a page that does not use the package. */
  async write(kind: 'whole' | 'blank', replace: Readonly<Record<string, string>> = {}): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await cp(projects('server.mjs'), path.join(this.folder, 'server.mjs'));
    const isOwn = (file: string) => !path.relative(projects(this.#name), file).startsWith('blank');
    await cp(projects(this.#name), this.folder, { recursive: true, filter: isOwn });
    if (kind === 'blank')
      await cp(projects(this.#name, 'blank'), this.folder, { recursive: true, force: true });
    if (Object.keys(replace).length > 0) await this.#replace(replace);
    await this.#signIn();
  }

  /** Writes the project's files and nothing else. */
  async writeOwn(): Promise<void> {
    await cp(projects(this.#name), this.folder, { recursive: true });
  }

  /** Installs what the project names, and packages; says how long that took, or that they were there. */
  async install(...archives: string[]): Promise<string> {
    const hash = createHash('sha256');
    for (const file of [...archives, projects(this.#name, 'package.json')]) hash.update(await readFile(file));
    const wanted = hash.digest('hex');
    const modules = path.join(this.folder, 'node_modules');
    const stamp = path.join(modules, '.stamp');
    if (this.#isNewest) await this.#nameNewest(modules);
    if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return 'kept';
    const start = performance.now();
    await this.run('npm', 'install', '--no-package-lock', ...archives);
    await writeFile(stamp, wanted);
    return seconds(start);
  }

  /** Runs one of the project's own scripts; says how long it took. */
  async script(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const start = performance.now();
    await this.#run(env, 'npm', 'run', '--silent', name);
    return seconds(start);
  }

  /** Runs a program in the project; resolves with what it says, which is in the error when it fails. */
  run(command: string, ...words: string[]): Promise<string> {
    return this.#run({}, command, ...words);
  }

  async #run(env: Readonly<Record<string, string>>, command: string, ...words: string[]): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    const child = spawn(command, words, { cwd: this.folder, env: { ...environment(), ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${this.#name}: ${[command, ...words].join(' ')}\n${said.trim()}`);
    return said;
  }

  /** Starts the site by its own `npm start`. */
  async start(env: Readonly<Record<string, string>>): Promise<RunningSite> {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    return this.serve('start', {
      PORT: port,
      HOST: '127.0.0.1',
      ORIGIN: origin,
      SITE_ORIGIN: origin,
      ...env,
    });
  }

  /** Starts the site by one of its own scripts, at the port that the environment says. */
  async serve(
    script: string,
    env: Readonly<Record<string, string>> & { PORT: string },
  ): Promise<RunningSite> {
    const child = spawn('npm', ['run', script, '--silent'], {
      cwd: this.folder,
      // A group of its own, since npm does not end what it has started.
      detached: true,
      env: { ...environment(), ...env },
    });
    return RunningSite.whenReady(child, `http://127.0.0.1:${env.PORT}`);
  }

  /** Gives the store of the project's server the one session of the tests. */
  async #signIn(): Promise<void> {
    for (const name of SERVERS) {
      const file = path.join(this.folder, name);
      if (!existsSync(file)) continue;
      const text = await readFile(file, 'utf8');
      const known = text.replace(/new Map(<string, string>)?\(\)/, `new Map$1([['${SESSION}', 'a user']])`);
      await writeFile(file, known);
    }
  }

  /** What a former run installed is the newest no more. */
  async #nameNewest(modules: string): Promise<void> {
    await rm(modules, { recursive: true, force: true });
    const manifest = path.join(this.folder, 'package.json');
    await writeFile(manifest, withNewest(await readFile(manifest, 'utf8')));
  }

  async #replace(texts: Readonly<Record<string, string>>): Promise<void> {
    const folder = path.join(this.folder, 'public');
    for (const name of await readdir(folder)) {
      let text = await readFile(path.join(folder, name), 'utf8');
      for (const [from, to] of Object.entries(texts)) text = text.replaceAll(from, to);
      await writeFile(path.join(folder, name), text);
    }
  }
}

/** A site as a process. */
export class RunningSite {
  readonly origin: string;
  readonly #child: ChildProcess;
  /** All that it wrote. */
  said = '';

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  static async whenReady(child: ChildProcess, origin: string): Promise<RunningSite> {
    const site = new RunningSite(child, origin);
    const answers = eventually(async () => {
      if (child.exitCode !== null) throw new Error(`The site ended: ${site.said}`);
      return fetch(origin).then(
        (response) => (response.body?.cancel(), true),
        () => undefined,
      );
    });
    try {
      await answers;
    } catch (error) {
      await site.end();
      throw error;
    }
    return site;
  }

  async end(): Promise<void> {
    const { pid, exitCode } = this.#child;
    if (pid === undefined || exitCode !== null) return;
    const ended = once(this.#child, 'close');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
}

/** The machine's environment, without npm's own variables. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:package|lifecycle|config_local)/.test(name),
  );
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  return { ...Object.fromEntries(own), ...quiet, NG_CLI_ANALYTICS: 'false', NODE_ENV: undefined };
}

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
