import { parseJson, readNumber, readRecord } from '../../core/read-json.ts';
import type { UploadMemory } from '../resume/upload-memory.ts';
import { parseUploadRecord, withoutSecrets, type UploadRecord } from '../resume/upload-record.ts';
import type { Journal } from './journal.ts';

/** What is asked of the file that is uploaded. */
type Recording = Pick<File, 'size'> & { readonly isOpen: boolean };

/**
 * Remembers the upload of a recording in the recording's own journal: whoever recovers the one goes on with the other. The
 * turn is the journal's, which one page has at a time.
 */
export class JournalMemory implements UploadMemory {
  readonly video = undefined;
  readonly touchedAt = 0;
  readonly #journal: Journal;
  readonly #file: Recording;
  #past: UploadRecord | undefined;
  #isWritten = true;
  #writing: Promise<void> | undefined;

  /** `note` is what an earlier visit wrote down. */
  constructor(journal: Journal, file: Recording, note?: string) {
    this.#journal = journal;
    this.#file = file;
    this.#past = note === undefined ? undefined : readNote(note, file.size);
  }

  get record(): UploadRecord | undefined {
    return this.#past;
  }

  save(record: UploadRecord): Promise<void> {
    this.#past = withoutSecrets(record);
    return this.#write();
  }

  forget(): Promise<void> {
    this.#past = undefined;
    return this.#write();
  }

  reportSent(): void {
    // No other tab can follow: it has not the recording.
  }

  finish(): Promise<void> {
    return this.#journal.discard();
  }

  release(): Promise<void> {
    return this.#writing ?? Promise.resolve();
  }

  async cancel(): Promise<boolean> {
    await this.forget();
    return false;
  }

  discard(): Promise<boolean> {
    return this.cancel();
  }

  #write(): Promise<void> {
    this.#isWritten = false;
    return (this.#writing ??= this.#writeAll());
  }

  /** One after the other, and only the newest of those that came meanwhile. */
  async #writeAll(): Promise<void> {
    while (!this.#isWritten) {
      this.#isWritten = true;
      const { isOpen, size } = this.#file;
      const note = this.#past && JSON.stringify({ upload: this.#past, whole: isOpen ? undefined : size });
      await this.#journal.note(note).catch(() => {});
    }
    this.#writing = undefined;
  }
}

function readNote(note: string, size: number): UploadRecord | undefined {
  const from = readRecord(parseJson(note));
  const upload = parseUploadRecord(from?.['upload']);
  const sent = upload?.parts.at(-1)?.to ?? 0;
  // A part that holds what was lost cannot be sent again, and without a last part no upload ends.
  return sent < size || readNumber(from?.['whole']) === size ? upload : undefined;
}
