import { SandboxProcess } from '../../../support/sandbox/sandbox-process.ts';
import { basic } from '../../../support/sandbox/sandbox.ts';
import { MemoryWatch } from '../../support/memory-watch.ts';
import type { Place } from './wire.ts';

const KEY = 'the-key-under-load';

/** A sandbox in a process of its own that dies suddenly and comes back at the same address. */
export class CrashingSandbox {
  readonly #dir: string;
  readonly memory = new MemoryWatch();
  #process: SandboxProcess | undefined;
  #place: Place = { url: '', authorization: basic(KEY) };
  #isUp: Promise<void> = Promise.resolve();
  /** How often it has died. */
  deaths = 0;
  /** Milliseconds that each start took. */
  readonly starts: number[] = [];

  constructor(dir: string) {
    this.#dir = dir;
  }

  get place(): Place {
    return this.#place;
  }

  /** Resolves once it serves, at once while it does. */
  get isUp(): Promise<void> {
    return this.#isUp;
  }

  async start(): Promise<void> {
    const port = this.#place.url === '' ? '0' : new URL(this.#place.url).port;
    const began = performance.now();
    this.#process = new SandboxProcess('--data', this.#dir, '--api-key', KEY, '--port', port, '--no-rtmp');
    this.#place = { ...this.#place, url: (await this.#process.ready()).url };
    this.starts.push(performance.now() - began);
    this.memory.watch(this.#process.pid);
  }

  /** Kills it, starts it again and, before anybody else may speak to it, looks at the remains. */
  async dieAndReturn(inspect: () => Promise<void>): Promise<void> {
    let release = (): void => undefined;
    this.#isUp = new Promise((resolve) => (release = resolve));
    this.deaths++;
    await this.#process?.end('SIGKILL');
    await this.start();
    await inspect();
    release();
  }

  async end(): Promise<number | null> {
    const code = await this.#process?.end('SIGTERM');
    this.memory.end();
    return code ?? null;
  }
}
