import { earlierOf } from '../ports/earlier-upload.ts';
import type { OpenMemoryOptions } from '../ports/upload-memory.ts';
import { loadKeeping } from './parts.ts';
import type { ResumeEnvironment } from './resume-environment.ts';
import type { StoredUpload } from './store/stored-upload.ts';

/** An upload that a page sends. */
export interface NextPageOptions extends Pick<OpenMemoryOptions, 'file' | 'keep'> {
  readonly settings?: OpenMemoryOptions['settings'] | undefined;
  readonly environment: ResumeEnvironment;
  /** Its record of the moment. */
  readonly stored: () => StoredUpload;
}

/** What the next page needs of an upload beside its record, which is its file: a copy of it, or the worker, which has it. */
export class NextPage {
  readonly #options: NextPageOptions;
  /** Ends the copying of the file; undefined until that has begun. */
  #keeping: AbortController | undefined;
  /** Takes the upload back from the worker; undefined until that has it. */
  #holding: AbortController | undefined;

  constructor(options: NextPageOptions) {
    this.#options = options;
  }

  /** Once a byte has left, and at each progress: the page may register its worker later. */
  prepare(): void {
    const { keep, environment } = this.#options;
    if (keep && !this.#keeping) void this.#keepFile(keep);
    if (!this.#holding && environment.hasWorker?.()) void this.#hold();
  }

  /** The record says something else of the visitor's wishes. */
  renew(): void {
    if (this.#holding) void this.#hold();
  }

  /** The page sends it no longer. */
  end(): void {
    this.#keeping?.abort();
    this.#holding?.abort();
  }

  /** The record is gone, and a copy of the file with it. */
  async drop(): Promise<void> {
    const { file, environment } = this.#options;
    if (!this.#keeping && !earlierOf(file)?.isKept) return;
    await (await loadKeeping())?.dropOrphans(environment).catch(() => {});
  }

  async #keepFile(keep: NonNullable<OpenMemoryOptions['keep']>): Promise<void> {
    const { file, environment, stored } = this.#options;
    const { signal } = (this.#keeping = new AbortController());
    const { key } = stored();
    await (await loadKeeping())?.keepFile({ ...keep, key, file, environment, signal });
  }

  /** Gives the upload to the worker, as it is now. */
  async #hold(): Promise<void> {
    const { file, environment, settings, stored } = this.#options;
    this.#holding?.abort();
    const { signal } = (this.#holding = new AbortController());
    const link = await environment.loadWorkerLink?.();
    link?.hold({ file, settings, stored, signal });
  }
}
