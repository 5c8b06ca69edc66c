import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Variant } from '../store/encodings.ts';
import type { StoredFile } from './extents-source.ts';
import type { Probe } from './probe.ts';

/** What the thread is asked to do. */
export type Task =
  | { kind: 'probe'; files: readonly StoredFile[] }
  | { kind: 'hls' | 'mp4'; files: readonly StoredFile[]; to: string };

/** What the thread answers. */
export type Answer = { result: unknown } | { error: string };

/** A thread that reads and cuts media; it lives as long as one video's packaging, and its memory goes with it. */
export class PackagingWorker {
  readonly #worker: Worker;

  constructor() {
    // Next to this file under its own extension, whether compiled or not.
    this.#worker = new Worker(new URL(`./worker${path.extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  }

  async probe(files: readonly StoredFile[]): Promise<Probe> {
    return (await this.#ask({ kind: 'probe', files })) as Probe;
  }

  async toHls(files: readonly StoredFile[], folder: string): Promise<Variant> {
    return (await this.#ask({ kind: 'hls', files, to: folder })) as Variant;
  }

  async toMp4(files: readonly StoredFile[], file: string): Promise<void> {
    await this.#ask({ kind: 'mp4', files, to: file });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(task: Task): Promise<unknown> {
    const ended = new AbortController();
    const { signal } = ended;
    this.#worker.postMessage(task);
    try {
      const answer = await Promise.race([
        once(this.#worker, 'message', { signal }).then(([message]) => message as Answer),
        once(this.#worker, 'exit', { signal }).then((): Answer => ({ error: 'packaging was stopped' })),
      ]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    } finally {
      ended.abort();
    }
  }
}
