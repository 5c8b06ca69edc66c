import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../support/eventually.ts';
import { freePort } from '../../../support/frameworks/languages.ts';

const execute = promisify(execFile);

/** A site that `npm create vh-elements` wrote, run by its own `npm run dev`. */
export class TemplateSite {
  readonly folder: string;
  #child: ChildProcess | undefined;
  #isClosed = false;
  #origin = '';
  /** All that it wrote since its last start. */
  said = '';

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Has `create.mjs` write a template into a folder. */
  static async create(create: string, template: string, folder: string): Promise<TemplateSite> {
    await rm(folder, { recursive: true, force: true });
    await execute(process.execPath, [create, folder, '--template', template]);
    return new TemplateSite(folder);
  }

  get origin(): string {
    return this.#origin;
  }

  /** The password of a user, which stands in the file that was written for this site alone. */
  async passwordOf(user: string): Promise<string> {
    const env = await readFile(path.join(this.folder, '.env'), 'utf8');
    const [, password = ''] = new RegExp(`[" ]${user}:([\\w-]+)`).exec(env) ?? [];
    return password;
  }

  /** Starts it, and waits until it says where it is. Without ffmpeg, so that every machine tests the same. */
  async start(): Promise<void> {
    const port = await freePort();
    const child = spawn('npm', ['run', '--silent', 'dev'], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, since npm does not end what it has started.
      detached: true,
      env: { ...process.env, NODE_ENV: undefined, PORT: port },
    });
    this.#child = child;
    this.said = '';
    this.#isClosed = false;
    child.once('close', () => (this.#isClosed = true));
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          this.said += text;
          if (/^The site: /m.test(this.said)) resolve();
        });
      child.once('close', () => {
        reject(new Error(`The site ended: ${this.said}`));
      });
    });
    this.#origin = `http://localhost:${port}`;
  }

  /** Ends it as Ctrl+C does, for the whole group; rejects if a process of it goes on. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || this.#isClosed) return;
    process.kill(-child.pid, 'SIGINT');
    try {
      // Each process of the group holds these pipes.
      await eventually(() => this.#isClosed || undefined);
    } catch (error) {
      process.kill(-child.pid, 'SIGKILL');
      throw error;
    }
  }
}
