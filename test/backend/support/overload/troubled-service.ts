import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Trouble } from '../../../support/backend/instant-service.ts';

const MINUTE_MS = 60_000;

/** What a service in trouble does; while it is dead, nothing listens at its address. */
export const REAL_TROUBLES = {
  'is dead': undefined,
  'limits': (response) => response.writeHead(429, { 'retry-after': '5' }).end('{}'),
  'is slow': (_, answer) => setTimeout(answer, 5_000),
  'hangs': (response) => setTimeout(() => response.destroy(), MINUTE_MS),
  'answers 503': (response) => response.writeHead(503).end('{}'),
} as const satisfies Record<string, Trouble | undefined>;

export type RealTrouble = keyof typeof REAL_TROUBLES;

/** A service in a process of its own, whose trouble this one begins and ends. */
export class TroubledService {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(): Promise<TroubledService> {
    const child = fork(new URL('troubled-service-process.js', import.meta.url));
    const [url] = (await once(child, 'message')) as [string];
    return new TroubledService(url, child);
  }

  /** Begins a trouble, or ends the present one; resolves when it has. */
  async set(trouble: RealTrouble | 'none'): Promise<void> {
    await this.#say(trouble);
  }

  /** Milliseconds since 1970 at which each request came so far. */
  async askedAt(): Promise<number[]> {
    return (await this.#say('asked')) as number[];
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #say(message: string): Promise<unknown> {
    const said = once(this.#child, 'message');
    this.#child.send(message);
    return (await said)[0];
  }
}
