import { VhError, isVhError } from '../core/vh-error.ts';
import type { UploadedVideo } from '../core/video.ts';
import type { MemoryNeeds, OpenMemory, UploadMemory, UploadRecord } from './upload-memory.ts';

/** Loads what remembers uploads, when the first one begins. */
export const openBrowserMemory: OpenMemory = async (needs) => {
  const module = await import('./resume/open-memory.ts').catch(() => undefined);
  if (!module)
    throw new VhError(
      'resume-unavailable',
      'A part of the uploader could not be loaded: it goes on without.',
    );
  return module.openMemory(needs);
};

/** What outlives the page of one upload. Whatever happens to it, the upload goes on. */
export class Remembering {
  readonly #open: OpenMemory | undefined;
  readonly #needs: () => Omit<MemoryNeeds, 'signal' | 'onLost'>;
  readonly #onLost: (error: VhError) => void;
  #memory: UploadMemory | undefined;
  /** What was kept when the turn ended last. */
  #left: number | undefined;
  /** The one of a turn that has ended. */
  #last: UploadMemory | undefined;

  constructor(
    open: OpenMemory | undefined,
    needs: () => Omit<MemoryNeeds, 'signal' | 'onLost'>,
    onLost: (error: VhError) => void,
  ) {
    this.#open = open;
    this.#needs = needs;
    this.#onLost = onLost;
  }

  /** What was kept of this file, if there is anything to go on with. */
  get past(): UploadRecord | undefined {
    return this.#memory?.past;
  }

  /**
   * Resolves when it is this upload's turn: with the video, when another tab has made it meanwhile, and whether
   * another tab has gone on with the upload since this one had its turn.
   */
  async begin(signal: AbortSignal): Promise<{ video: UploadedVideo | undefined; hasMoved: boolean }> {
    if (this.#memory || !this.#open) return { video: undefined, hasMoved: false };
    try {
      const onLost = (error: unknown) => this.#tell(error);
      this.#memory = await this.#open({ ...this.#needs(), signal, onLost });
    } catch (error) {
      signal.throwIfAborted();
      this.#tell(error);
    }
    const { video, past, touchedAt } = this.#memory ?? {};
    const hasMoved = this.#left !== undefined && past !== undefined && touchedAt !== this.#left;
    return { video, hasMoved };
  }

  /** Resolves when it would survive the tab. */
  async keep(record: UploadRecord): Promise<void> {
    await this.#memory?.keep(record);
  }

  /** The service has forgotten the upload, or refuses to go on with it. */
  forget(): void {
    void this.#memory?.forget();
  }

  tell(sent: number): void {
    this.#memory?.tell(sent);
  }

  /** The upload is complete. */
  finish(video: UploadedVideo): void {
    void this.#take()?.finish(video);
  }

  /** The upload failed; it may be tried again. */
  release(): void {
    void this.#take()?.release();
  }

  /** The upload was called off, also after it has failed. True when another tab goes on with it. */
  async cancel(): Promise<boolean> {
    if (this.#memory) return (await this.#take()?.cancel()) ?? false;
    return (await this.#last?.discard()) ?? false;
  }

  #take(): UploadMemory | undefined {
    const memory = (this.#last = this.#memory);
    this.#memory = undefined;
    this.#left = memory?.touchedAt;
    return memory;
  }

  // A file that cannot be read is no failure of the memory's: the sending will say so.
  #tell(error: unknown): void {
    if (isVhError(error)) this.#onLost(error);
  }
}
