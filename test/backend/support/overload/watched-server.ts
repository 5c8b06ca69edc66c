import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What a process holds: bytes, and connections in both directions. */
export interface Holding {
  rss: number;
  heapUsed: number;
  sockets: number;
}

/** A server in a process of its own that says what it holds. */
export class WatchedServer {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(port: string, child: ChildProcess) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = child;
  }

  /** Starts a program that prints its port. */
  static async start(program: string, env: Readonly<Record<string, string>>): Promise<WatchedServer> {
    const watch = new URL('watch-process.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--expose-gc', '--import', watch, program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, PORT: '0', ...env },
    });
    const { stdout } = child;
    if (!stdout) throw new Error(`${program} has no output.`);
    const [line] = (await Promise.race([
      once(createInterface({ input: stdout }), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it was ready.`))),
    ])) as [string];
    return new WatchedServer(line.trim(), child);
  }

  /** Asks it what it holds, after a collection of garbage. */
  async holding(): Promise<Holding> {
    const said = once(this.#child, 'message');
    this.#child.send('holding');
    return (await said)[0] as Holding;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
