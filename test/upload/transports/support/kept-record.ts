import type { UploadMemory } from '../../../../src/upload/ports/upload-memory.ts';
import type { UploadRecord } from '../../../../src/upload/ports/upload-record.ts';

/** What a browser keeps of one upload, for its next visit. */
export class KeptRecord implements UploadMemory {
  record: UploadRecord | undefined;
  readonly video = undefined;
  touchedAt = 0;

  save(record: UploadRecord): Promise<void> {
    this.record = record;
    this.touchedAt++;
    return Promise.resolve();
  }

  forget(): Promise<void> {
    this.record = undefined;
    return Promise.resolve();
  }

  reportSent(): void {
    // No other tab follows.
  }

  finish(): Promise<void> {
    return this.forget();
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  async cancel(): Promise<boolean> {
    await this.forget();
    return false;
  }
}
