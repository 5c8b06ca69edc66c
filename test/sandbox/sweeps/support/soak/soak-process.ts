import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SoakAnswers, SoakMessage, SoakRequest } from './soak-messages.ts';

// Next to this file under its own extension.
const PROGRAM = fileURLToPath(new URL(`./soak-worker${path.extname(import.meta.url)}`, import.meta.url));

/** A sandbox and a page backend in a process of their own, so that its memory and its handles are theirs alone. */
export class SoakProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor(onLine: (line: string) => void) {
    this.#child = fork(PROGRAM, { execArgv: ['--expose-gc'], serialization: 'advanced' });
    this.#child.on('message', (message: SoakMessage) => {
      if ('line' in message) onLine(message.line);
    });
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the process that is soaked ended with ${String(code)}`);
    });
    this.#ended.catch(() => undefined);
  }

  /** Asks it; one question at a time. */
  async ask<Kind extends keyof SoakAnswers>(
    request: Extract<SoakRequest, { kind: Kind }>,
  ): Promise<SoakAnswers[Kind]> {
    const answered = new Promise<SoakAnswers[Kind]>((resolve, reject) => {
      const listen = (message: SoakMessage) => {
        if ('line' in message) return;
        this.#child.off('message', listen);
        if ('answer' in message) resolve(message.answer as SoakAnswers[Kind]);
        else reject(new Error(message.failure));
      };
      this.#child.on('message', listen);
    });
    this.#child.send(request);
    return Promise.race([answered, this.#ended]);
  }

  /** Closes the sandbox, and ends the process. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    await this.ask({ kind: 'close' }).catch(() => undefined);
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}
