import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variant } from '../store/media/encodings.ts';
import { codeOf, errorFrom } from '../store/database/storage-failure.ts';
import type { StoredFile } from './extents-source.ts';
import type { Probe } from './probe.ts';
import type { TimeRange } from './ffmpeg/time-range.ts';

/** The process's task. */
export type Task =
  | { kind: 'probe'; files: readonly StoredFile[] }
  | { kind: 'key'; files: readonly StoredFile[]; seconds: number }
  | { kind: 'hls'; files: readonly StoredFile[]; to: string }
  | { kind: 'mp4'; files: readonly StoredFile[]; to: string; range?: TimeRange };

/** The process's answers: progress, and at last the result. */
export type Message = { progress: true } | { result: unknown } | { error: string; code: string };

/** How a process ended without an answer. */
interface Death {
  death: string;
  code: string;
}

/** Settings for tests: the program, and how long it may be without progress. */
export interface WorkerOptions {
  program?: string;
  stallTimeoutMs?: number;
}

const STOPPED = 'packaging was stopped';
const MAX_ATTEMPTS = 2;
const STALL_TIMEOUT_MS = 180_000;
const MAX_COMPLAINT_CHARACTERS = 4000;
// Next to this file under its own extension, whether compiled or not.
const PROGRAM = fileURLToPath(new URL(`./worker${path.extname(import.meta.url)}`, import.meta.url));

/**
 * A process that reads and cuts media, for as long as one video's packaging takes. Serving never waits for it, its
 * memory goes with it, and a file that makes it fall over takes nothing else along. A task during which the process dies,
 * or gets stuck, is restarted once in another process: every task writes what it makes from its beginning.
 */
export class PackagingWorker {
  readonly #program: string;
  readonly #stallTimeoutMs: number;
  /** Begun with its first task: not every packaging has one. */
  #process: Running | undefined;
  #isStopped = false;

  constructor({ program = PROGRAM, stallTimeoutMs = STALL_TIMEOUT_MS }: WorkerOptions = {}) {
    this.#program = program;
    this.#stallTimeoutMs = stallTimeoutMs;
  }

  async probe(files: readonly StoredFile[]): Promise<Probe> {
    return (await this.#ask({ kind: 'probe', files })) as Probe;
  }

  async toHls(files: readonly StoredFile[], folder: string): Promise<Variant> {
    return (await this.#ask({ kind: 'hls', files, to: folder })) as Variant;
  }

  /** Copies a source, or a range of it, into one MP4 file. */
  async toMp4(files: readonly StoredFile[], file: string, range?: TimeRange): Promise<void> {
    await this.#ask({ kind: 'mp4', files, to: file, ...(range && { range }) });
  }

  /** The moment of the last key frame at or before another moment. */
  async keyFrameBefore(files: readonly StoredFile[], seconds: number): Promise<number> {
    return (await this.#ask({ kind: 'key', files, seconds })) as number;
  }

  /** Ends it at once; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#process?.end();
  }

  async #ask(task: Task): Promise<unknown> {
    let last: Death | undefined;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      if (this.#isStopped) throw new Error(STOPPED);
      const running = (this.#process ??= new Running(this.#program));
      const answer = await running.run(task, this.#stallTimeoutMs);
      if ('result' in answer) return answer.result;
      if ('error' in answer) throw errorFrom(answer.error, answer.code || undefined);
      this.#process = undefined;
      last = answer;
    }
    if (this.#isStopped || !last) throw new Error(STOPPED);
    throw errorFrom(`the packaging process died twice: ${last.death}`, last.code || undefined);
  }
}

/** One process, and what it complains of. */
class Running {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Death>;
  #complaint = '';

  constructor(program: string) {
    this.#child = fork(program, {
      execArgv: ['--expose-gc', '--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-MAX_COMPLAINT_CHARACTERS);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        resolve({ death: error.message, code: codeOf(error) });
      });
      // Not before its last words have been read.
      this.#child.once('close', (code, signal) => {
        resolve({ death: this.#lastWords() ?? `it ended with ${String(signal ?? code)}`, code: '' });
      });
    });
  }

  /** Gives it a task; one that shows no progress for too long is killed. */
  async run(
    task: Task,
    stallTimeoutMs: number,
  ): Promise<{ result: unknown } | { error: string; code: string } | Death> {
    let timer: NodeJS.Timeout | undefined;
    let listen: (message: Message) => void = () => undefined;
    const answered = new Promise<{ result: unknown } | { error: string; code: string }>((resolve) => {
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          this.#complaint = `Error: it made no progress for ${String(stallTimeoutMs / 1000)} seconds`;
          this.#child.kill('SIGKILL');
        }, stallTimeoutMs);
      };
      listen = (message) => {
        if ('progress' in message) watch();
        else resolve(message);
      };
      watch();
      this.#child.on('message', listen);
    });
    // A process that has ended takes no task; that it ended is the answer.
    this.#child.send(task, () => undefined);
    try {
      return await Promise.race([answered, this.#ended]);
    } finally {
      clearTimeout(timer);
      this.#child.off('message', listen);
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #lastWords(): string | undefined {
    const lines = this.#complaint.split('\n').map((line) => line.trim());
    return lines.findLast((line) => /^(?:\w*Error\b|FATAL ERROR)/.test(line))?.replace(/^Error: /, '');
  }
}
