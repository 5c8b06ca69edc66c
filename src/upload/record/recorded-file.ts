import type { Growth } from '../growth.ts';
import type { OpenMemory } from '../upload-memory.ts';

/** A recording of an earlier visit: whole, and it remembers how far its upload was. */
export class RecordedFile extends File implements Growth {
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
