import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const running = new Set<SandboxProcess>();

/** Ends every process that a failed test may have left behind; for `after`. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((one) => one.end('SIGKILL')));
}

const MAIN = fileURLToPath(new URL('../../../packages/vh-elements-sandbox/src/main.js', import.meta.url));

/** The sandbox as a command, in a process of its own. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  stdout = '';
  stderr = '';

  /** `limits` are what a shell is to do before it becomes the sandbox, `ulimit` for example. */
  constructor(...args: string[] | [{ limits: string }, ...string[]]) {
    const limits = typeof args[0] === 'object' ? args[0].limits : ':';
    const words: string[] = [];
    for (const word of args) if (typeof word === 'string') words.push(word);
    const script = `${limits} && exec "$0" "$@"`;
    this.#child = spawn('/bin/sh', ['-c', script, process.execPath, MAIN, '--no-ffmpeg', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    running.add(this);
    this.#ended = once(this.#child, 'close').then(([code]) => {
      running.delete(this);
      return code as number | null;
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** What it prints when it is ready. */
  async ready(): Promise<{ url: string; apiKey: string; rtmp?: string }> {
    while (!this.stdout.includes('\n')) {
      const ended = await Promise.race([
        this.#ended.then(() => true),
        once(this.#child.stdout ?? this.#child, 'data'),
      ]);
      if (ended === true) throw new Error(`it ended: ${this.stderr}`);
    }
    return JSON.parse(this.stdout) as { url: string; apiKey: string; rtmp?: string };
  }

  /** Its exit code, once it has ended. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }
}
