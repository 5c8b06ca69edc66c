import type { VhError } from '../../core/errors/vh-error.ts';
import type { Duplicate } from '../ports/uploaded-film.ts';
import type { TrimRange } from '../trim/trim-file.ts';

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
  /** Asks whether a film is wanted that was uploaded before. */
  onDuplicate: (duplicate: Duplicate) => void;
  /** `Upload.trim` as it is now. */
  trim?: TrimRange | undefined;
}

/** A file that may be sent. */
export interface PreparedFile {
  file: File;
  handle?: FileSystemFileHandle | undefined;
  notice?: VhError | undefined;
  /**
   * Makes the file that leaves, once the upload is started: for what an author may still choose until then. Where it rejects,
   * nothing leaves, and a retry calls it again.
   */
  finish?: PrepareFile | undefined;
}

/** Receives the progress and the one result. */
export interface PreparationListener {
  /** `secondsLeft` is unknown until enough is made to measure. */
  onOptimized: (share: number, secondsLeft: number | undefined) => void;
  onDuplicate: PrepareOptions['onDuplicate'];
  onReady: (prepared: PreparedFile) => void;
  /** `isFinal` for a file that may not be sent, whatever is done. */
  onRefused: (error: unknown, isFinal: boolean) => void;
}

/** One for all: a browser takes long to make it, and hundreds may end in one turn. */
const ENDED = new DOMException('', 'AbortError');

/** `unfinished`: the file is checked, and made when the upload starts; then `finishing`. */
type PreparationStatus = 'pending' | 'running' | 'unfinished' | 'finishing' | 'done';

/** Checks the file of one upload, and may make another one of it. */
export class FilePreparation {
  #prepare: PrepareFile | undefined;
  readonly #end = new AbortController();
  #status: PreparationStatus;

  constructor(prepare: PrepareFile | undefined) {
    this.#prepare = prepare;
    this.#status = prepare ? 'pending' : 'done';
  }

  get status(): PreparationStatus {
    return this.#status;
  }

  /** True while the file is checked or made. */
  get isBusy(): boolean {
    return this.#status === 'running' || this.#status === 'finishing';
  }

  /** Starts; after `end`, nothing is reported any more. */
  async run(
    { onOptimized, onDuplicate, onReady, onRefused }: PreparationListener,
    trim: TrimRange | undefined,
  ): Promise<void> {
    const { status } = this;
    if (!this.#prepare || (status !== 'pending' && status !== 'unfinished')) return;
    this.#status = status === 'pending' ? 'running' : 'finishing';
    const { signal } = this.#end;
    const settle = (next: PreparationStatus, report: () => void) => {
      if (signal.aborted) return;
      this.#status = next;
      report();
    };
    const onPrepared = (prepared: PreparedFile) => {
      this.#prepare = prepared.finish;
      settle(prepared.finish ? 'unfinished' : 'done', () => onReady(prepared));
    };
    let first: { share: number; at: number } | undefined;
    const onShare = (share: number) => {
      const now = performance.now();
      // From the first share on: before it, the worker was loaded.
      first ??= { share, at: now };
      const made = share - first.share;
      onOptimized(share, made < MIN_SHARE ? undefined : (((1 - share) / made) * (now - first.at)) / 1000);
    };
    await this.#prepare({ signal, onOptimized: onShare, onDuplicate, trim }).then(
      onPrepared,
      (error: unknown) =>
        settle(status === 'unfinished' ? status : 'done', () => onRefused(error, status === 'pending')),
    );
  }

  /** Ends the preparation. */
  end(): void {
    this.#end.abort(ENDED);
  }
}
