import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../support/frameworks/languages.ts';
import { TaskFault } from './task-fault.ts';

/** The site of a result, as a process of its own. */
export class SiteProcess {
  readonly origin: string;
  readonly #child: ChildProcess;
  #said = '';

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
  }

  /** Runs the project's script `start` as npm does, on a free port. */
  static async prepare(folder: string, env: Readonly<Record<string, string>>): Promise<SiteProcess> {
    const port = env['PORT'] ?? (await freePort());
    const child = await runScript(folder, 'start', { ...env, PORT: port });
    return new SiteProcess(`http://127.0.0.1:${port}`, child);
  }

  /** True once it answers a request, whatever it says. */
  async answers(): Promise<boolean> {
    if (this.#child.exitCode !== null) throw new TaskFault(`npm start ended: ${this.#said.slice(0, 2000)}`);
    return fetch(this.origin, { redirect: 'manual' }).then(
      async (response) => (await response.body?.cancel(), true),
      () => false,
    );
  }

  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'close');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
}

/** Runs a project's own script until its end. */
export async function outcomeOf(folder: string, script: string): Promise<{ ok: boolean; said: string }> {
  const child = await runScript(folder, script, {});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, said };
}

/** Starts one of the scripts of `package.json`, in a process group of its own: the shell does not end what it started. */
async function runScript(
  folder: string,
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { scripts = {} } = JSON.parse(text) as { scripts?: Readonly<Record<string, string>> };
  const command = scripts[script];
  if (command === undefined) throw new TaskFault(`package.json has no script "${script}"`);
  const tools = path.join(folder, 'node_modules/.bin');
  return spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`,
      // Ours, which a test of the project must not take for its own runner's.
      NODE_TEST_CONTEXT: undefined,
      ...env,
    },
  });
}
