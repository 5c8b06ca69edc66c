import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { KEY } from '../../support/sandbox/sandbox.ts';

const program = fileURLToPath(new URL('../../../packages/vh-elements-sandbox/src/main.js', import.meta.url));

/** The sandbox as its own process, to be ended in every way that processes end. */
export class ServiceProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Starts on a data folder, with `KEY`; `words` are further arguments. */
  static async start(dataDir: string, ...words: string[]): Promise<ServiceProcess> {
    const args = [program, '--port', '0', '--data', dataDir, '--api-key', KEY, '--no-ffmpeg', ...words];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('the sandbox ended before it was ready'))),
    ])) as [Buffer];
    return new ServiceProcess((JSON.parse(line.toString()) as { url: string }).url, child);
  }

  /** Asks with the key; an object goes as JSON, a form as a form. */
  ask(method: string, target: string, body?: FormData | object): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Basic ${btoa(`${KEY}:`)}` };
    if (body instanceof FormData || body === undefined)
      return fetch(this.url + target, { method, headers, body: body ?? null });
    headers['content-type'] = 'application/json';
    return fetch(this.url + target, { method, headers, body: JSON.stringify(body) });
  }

  /** Ends it; SIGKILL leaves it no time to say goodbye. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
