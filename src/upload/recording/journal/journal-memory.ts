import { parseJson, readNumber, readRecord } from '../../../core/wire/read-json.ts';
import { LatestWriter } from '../../resume/tabs/latest-writer.ts';
import type { UploadMemory } from '../../ports/upload-memory.ts';
import { withoutSecrets, type UploadRecord } from '../../ports/upload-record.ts';
import { parseUploadRecord } from '../../resume/store/parse-stored-upload.ts';
import type { Journal } from './journal.ts';

/** The file that is uploaded. */
type Recording = Pick<File, 'size'> & { readonly isOpen: boolean };

/** The memory of a recording's upload, in the recording's own journal. One page at a time holds the journal's lock. */
export class JournalMemory implements UploadMemory {
  readonly video = undefined;
  readonly touchedAt = 0;
  readonly #journal: Journal;
  readonly #writer: LatestWriter<UploadRecord | undefined>;
  #record: UploadRecord | undefined;

  /** `note` is the note of an earlier visit. */
  constructor(journal: Journal, file: Recording, note?: string) {
    this.#journal = journal;
    this.#record = note === undefined ? undefined : readNote(note, file.size);
    this.#writer = new LatestWriter((upload) => {
      const { isOpen, size } = file;
      return journal.note(upload && JSON.stringify({ upload, whole: isOpen ? undefined : size }));
    });
  }

  get record(): UploadRecord | undefined {
    return this.#record;
  }

  save(record: UploadRecord): Promise<void> {
    return this.#writer.write((this.#record = withoutSecrets(record)));
  }

  forget(): Promise<void> {
    return this.#writer.write((this.#record = undefined));
  }

  reportSent(): void {
    // No other tab can follow: it does not have the recording.
  }

  finish(): Promise<void> {
    return this.#journal.discard();
  }

  release(): Promise<void> {
    return this.#writer.idle();
  }

  async cancel(): Promise<boolean> {
    await this.forget();
    return false;
  }
}

function readNote(note: string, size: number): UploadRecord | undefined {
  const from = readRecord(parseJson(note));
  const upload = parseUploadRecord(from?.['upload']);
  const sent = upload?.parts.at(-1)?.to ?? 0;
  // A part with lost bytes cannot be sent again, and without its last part no upload ends.
  return sent < size || readNumber(from?.['whole']) === size ? upload : undefined;
}
