import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How an example is started: a program that prints its port, or one that is told it. */
export interface Launch {
  command: string;
  words: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** One of the examples, running as a process of its own. */
export class FrameworkServer {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Starts it; it is ready when it has written a line that holds its port and nothing else. */
  static async start({ command, words, cwd = process.cwd(), env = {} }: Launch): Promise<FrameworkServer> {
    const child = spawn(command, words, {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', ...env },
    });
    const port = await Promise.race([portOf(child), once(child, 'exit').then(() => undefined)]);
    if (port === undefined) throw new Error(`${[command, ...words].join(' ')} ended before it was ready.`);
    return new FrameworkServer(`http://127.0.0.1:${port}/vh`, child);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

async function portOf({ stdout }: ChildProcess): Promise<string | undefined> {
  if (!stdout) return undefined;
  for await (const line of createInterface({ input: stdout })) {
    const port = /^\s*(\d+)\s*$/.exec(line)?.[1];
    if (port !== undefined) {
      // Whatever it says later must not stop it.
      stdout.resume();
      return port;
    }
  }
  return undefined;
}
