import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How an example is started: a program that prints its port, or one that gets a port. */
export interface Launch {
  command: string;
  words: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** The line that says that it is ready, its port in the group; by default a number alone. */
  ready?: RegExp;
  /** The port, where that line does not say it. */
  port?: string;
}

/** One of the examples, running as a process of its own. */
export class FrameworkServer {
  readonly url: string;
  /** The lines that it printed before it was ready. */
  readonly said: readonly string[];
  readonly #child: ChildProcess;

  private constructor(url: string, said: readonly string[], child: ChildProcess) {
    this.url = url;
    this.said = said;
    this.#child = child;
  }

  /** Starts it, and waits for the line that says that it is ready. */
  static async start(launch: Launch): Promise<FrameworkServer> {
    const { command, words, cwd = process.cwd(), env = {} } = launch;
    const child = spawn(command, words, {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', ...env },
    });
    const said: string[] = [];
    const port = await Promise.race([portOf(child, launch, said), once(child, 'exit').then(() => undefined)]);
    if (port === undefined) throw new Error(`${[command, ...words].join(' ')} ended before it was ready.`);
    return new FrameworkServer(`http://127.0.0.1:${port}/vh`, said, child);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

async function portOf({ stdout }: ChildProcess, launch: Launch, said: string[]): Promise<string | undefined> {
  const { ready = /^\s*(\d+)\s*$/ } = launch;
  if (!stdout) return undefined;
  for await (const line of createInterface({ input: stdout })) {
    const found = ready.exec(line);
    const port = found?.[1] ?? (found ? launch.port : undefined);
    if (port !== undefined) {
      // Whatever it says later must not stop it.
      stdout.resume();
      return port;
    }
    said.push(line);
  }
  return undefined;
}
