import type { GrowingFile } from '../../../upload/record/journal/growing-file.ts';
import type { RecordState } from '../../../upload/record/capture/record-state.ts';

/** True while a person decides whether a recording is to be used. */
export function isInReview(state: RecordState): state is Extract<RecordState, { status: 'done' }> {
  return state.status === 'done' && state.file.isOpen;
}

/** The address at which the page can play a recording of its own, from the moment when a person wants to see it. */
export class ReviewAddress {
  #address: string | undefined;

  get address(): string | undefined {
    return this.#address;
  }

  /** Not before it is wanted: a strict policy refuses such an address, and says so. */
  open(file: GrowingFile): void {
    this.#address ??= URL.createObjectURL(file.toFile());
  }

  revoke(): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
  }
}
