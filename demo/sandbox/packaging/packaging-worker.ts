import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variant } from '../store/encodings.ts';
import type { StoredFile } from './extents-source.ts';
import type { Probe } from './probe.ts';
import type { Stretch } from './stretch.ts';

/** What the process is asked to do. */
export type Task =
  | { kind: 'probe'; files: readonly StoredFile[] }
  | { kind: 'key'; files: readonly StoredFile[]; seconds: number }
  | { kind: 'clip'; files: readonly StoredFile[]; to: string; stretch: Stretch }
  | { kind: 'hls' | 'mp4'; files: readonly StoredFile[]; to: string };

/** What the process answers. */
export type Answer = { result: unknown } | { error: string };

const STOPPED = { error: 'packaging was stopped' };
// Next to this file under its own extension, whether compiled or not.
const PROGRAM = fileURLToPath(new URL(`./worker${path.extname(import.meta.url)}`, import.meta.url));

/**
 * A process that reads and cuts media, for as long as one video's packaging takes. Serving never waits for it, its
 * memory goes with it, and a file that makes it fall over takes nothing else along.
 */
export class PackagingWorker {
  /** Begun with its first task: not every packaging has one. */
  #process: Running | undefined;
  #isStopped = false;

  async probe(files: readonly StoredFile[]): Promise<Probe> {
    return (await this.#ask({ kind: 'probe', files })) as Probe;
  }

  async toHls(files: readonly StoredFile[], folder: string): Promise<Variant> {
    return (await this.#ask({ kind: 'hls', files, to: folder })) as Variant;
  }

  async toMp4(files: readonly StoredFile[], file: string): Promise<void> {
    await this.#ask({ kind: 'mp4', files, to: file });
  }

  /** The moment of the last key frame at or before another moment. */
  async keyFrameBefore(files: readonly StoredFile[], seconds: number): Promise<number> {
    return (await this.#ask({ kind: 'key', files, seconds })) as number;
  }

  async toClip(files: readonly StoredFile[], file: string, stretch: Stretch): Promise<void> {
    await this.#ask({ kind: 'clip', files, to: file, stretch });
  }

  /** Ends it at once; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#process?.child.kill('SIGKILL');
    await this.#process?.ended;
  }

  async #ask(task: Task): Promise<unknown> {
    if (this.#isStopped) throw new Error(STOPPED.error);
    const { child, ended } = (this.#process ??= begin());
    const answered = new Promise<Answer>((resolve) => {
      child.once('message', (message) => {
        resolve(message as Answer);
      });
    });
    // A process that has ended takes no task; that it ended is the answer.
    child.send(task, () => undefined);
    const answer = await Promise.race([answered, ended]);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }
}

interface Running {
  child: ChildProcess;
  ended: Promise<Answer>;
}

function begin(): Running {
  const child = fork(PROGRAM, {
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<Answer>((resolve) => {
    const end = () => {
      resolve(STOPPED);
    };
    child.once('error', end);
    child.once('exit', end);
  });
  return { child, ended };
}
