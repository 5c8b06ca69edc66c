import type { GrowingFile } from '../../../upload/record/growing-file.ts';
import type { RecordState } from '../../../upload/record/record-state.ts';

/** True while a person decides whether a recording is to be used. */
export function isInReview(state: RecordState): state is Extract<RecordState, { status: 'done' }> {
  return state.status === 'done' && state.file.isOpen;
}

/** The address at which the page can play a recording of its own, for as long as it is reviewed. */
export class ReviewAddress {
  #file: GrowingFile | undefined;
  #address: string | undefined;

  of(file: GrowingFile): string {
    if (this.#file !== file) this.revoke();
    this.#file = file;
    return (this.#address ??= URL.createObjectURL(file.toFile()));
  }

  revoke(): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#file = this.#address = undefined;
  }
}
