import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What the strangers did and got. */
export type StrangersCounts = Record<
  'strangers' | 'connections' | 'refused' | 'answers' | 'open' | 'most',
  number
>;

/** Visitors from a process of its own who do what they should not, until it is ended. */
export class Strangers {
  readonly #child: ChildProcess;

  /** So many of them come within so many seconds; who holds a connection opens another one when it ends. */
  constructor(url: string, count: number, seconds: number, seed: number) {
    const { port } = new URL(url);
    const program = new URL('strangers-process.js', import.meta.url);
    this.#child = fork(program, [port, String(count), String(seconds), String(seed)]);
  }

  /** From now on no stranger comes any more, and one who holds a connection keeps it. */
  async stay(): Promise<StrangersCounts> {
    return this.#say('stay');
  }

  async tally(): Promise<StrangersCounts> {
    return this.#say('tally');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #say(message: string): Promise<StrangersCounts> {
    const said = once(this.#child, 'message');
    this.#child.send(message);
    return (await said)[0] as StrangersCounts;
  }
}
