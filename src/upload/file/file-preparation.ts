import type { VhError } from '../../core/errors/vh-error.ts';

/** Less of a film says too little of the speed at which it is made. */
const MIN_SHARE = 0.02;

/** Resolves with the file to send, and rejects with the reason why it may not be sent. */
export type PrepareFile = (options: PrepareOptions) => Promise<PreparedFile>;

/** How a preparation is followed and ended. */
export interface PrepareOptions {
  /** Aborts when the upload is cancelled. */
  signal: AbortSignal;
  /** Reports how much of the smaller film is done, from 0 to 1. */
  onOptimized: (share: number) => void;
}

/** A file that may be sent. */
export interface PreparedFile {
  file: File;
  handle?: FileSystemFileHandle | undefined;
  notice?: VhError | undefined;
}

/** Receives the progress and the one result. */
export interface PreparationListener {
  /** `secondsLeft` is unknown until enough is made to measure. */
  onOptimized: (share: number, secondsLeft: number | undefined) => void;
  onReady: (prepared: PreparedFile) => void;
  onRefused: (error: unknown) => void;
}

/** Checks the file of one upload, and may make a smaller one of it, once. */
export class FilePreparation {
  readonly #prepare: PrepareFile | undefined;
  readonly #end = new AbortController();
  #status: 'pending' | 'running' | 'done';

  constructor(prepare: PrepareFile | undefined) {
    this.#prepare = prepare;
    this.#status = prepare ? 'pending' : 'done';
  }

  get status(): 'pending' | 'running' | 'done' {
    return this.#status;
  }

  /** Starts; after `end`, nothing is reported any more. */
  async run({ onOptimized, onReady, onRefused }: PreparationListener): Promise<void> {
    if (!this.#prepare || this.#status !== 'pending') return;
    this.#status = 'running';
    const { signal } = this.#end;
    const settle = (report: () => void) => {
      if (signal.aborted) return;
      this.#status = 'done';
      report();
    };
    let first: { share: number; at: number } | undefined;
    const onShare = (share: number) => {
      const now = performance.now();
      // From the first share on: before it, the worker was loaded.
      first ??= { share, at: now };
      const made = share - first.share;
      onOptimized(share, made < MIN_SHARE ? undefined : (((1 - share) / made) * (now - first.at)) / 1000);
    };
    await this.#prepare({ signal, onOptimized: onShare }).then(
      (prepared) => settle(() => onReady(prepared)),
      (error: unknown) => settle(() => onRefused(error)),
    );
  }

  /** Ends the preparation. */
  end(): void {
    this.#end.abort();
  }
}
