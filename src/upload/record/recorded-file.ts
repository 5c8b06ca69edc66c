import type { RecordingFile } from '../file/recording-file.ts';
import type { OpenMemory } from '../resume/upload-memory.ts';

/** A recording of an earlier visit: whole, and it remembers how far its upload was. */
export class RecordedFile extends File implements RecordingFile {
  readonly isOpen = false;
  readonly openMemory: OpenMemory | undefined;
  #name: string;

  constructor(pieces: Blob[], name: string, options: FilePropertyBag, openMemory: OpenMemory) {
    super(pieces, name, options);
    this.#name = name;
    this.openMemory = openMemory;
  }

  override get name(): string {
    return this.#name;
  }

  rename(name: string): void {
    this.#name = name;
  }

  grown(): Promise<void> {
    return Promise.resolve();
  }
}
