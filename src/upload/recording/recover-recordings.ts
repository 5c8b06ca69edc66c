import { readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import { discardVideo } from '../grants/discard-video.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { RecordingFile } from '../ports/recording-file.ts';
import type { OpenMemory } from '../ports/upload-memory.ts';
import { OpfsJournal, journalFolder, pieceName } from './journal/opfs-journal.ts';
import { JournalMemory } from './journal/journal-memory.ts';

/** Older recordings are deleted. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** A recording that a crash or a closed page has left, claimed for this page. */
export interface RecoveredRecording {
  readonly name: string;
  /** When the recording began. */
  readonly begun: Date;
  /**
   * The recording up to its last whole piece, on the disk and not in memory. Its upload resumes where it was.
   */
  readonly file: File;
  /** Leaves the recording in its journal, for another visit or page. */
  release: () => void;
  /** Deletes the recording, which is stored elsewhere. */
  discard: () => Promise<void>;
  /** Deletes the recording, which the visitor does not want. A video that is still empty goes back to the page backend of `settings`. */
  giveUp: (settings: GrantSettings) => Promise<void>;
}

/**
 * The unfinished recordings of `subject`, newest first, except recordings that another page holds. Without a subject, the
 * recordings that have none.
 */
export async function recoverRecordings(subject?: string): Promise<RecoveredRecording[]> {
  const root = await journalFolder();
  const found: RecoveredRecording[] = [];
  if (!root) return found;
  for await (const [id, folder] of root.entries()) {
    if (folder.kind !== 'directory') continue;
    const recording = await recover(root, id, subject).catch(() => undefined);
    if (recording) found.push(recording);
  }
  return found.sort((one, other) => other.begun.getTime() - one.begun.getTime());
}

async function recover(
  root: FileSystemDirectoryHandle,
  id: string,
  subject: string | undefined,
): Promise<RecoveredRecording | undefined> {
  const journal = await OpfsJournal.open(root, id);
  if (!journal) return undefined;
  try {
    const pieces = await readPieces(journal.folder);
    const kept = pieces.length > 0 ? await journal.read() : undefined;
    const about = kept && (await readInfo(kept.about));
    // As far in the future it is dated by a clock that was wrong, and would never grow old.
    if (!about || Math.abs(Date.now() - about.begun.getTime()) > MAX_AGE_MS) {
      await journal.discard();
      return undefined;
    }
    if (about.subject !== (subject || undefined)) {
      journal.release();
      return undefined;
    }
    const { name, type, begun } = about;
    const file: RecordedFile = new RecordedFile(pieces, name, { type, lastModified: begun.getTime() }, () =>
      Promise.resolve(memory),
    );
    const memory = new JournalMemory(journal, file, kept.note);
    const discard = () => journal.discard();
    const giveUp = async (settings: GrantSettings) => {
      const { record } = memory;
      await discard();
      if (record) await discardVideo(settings, file, record);
    };
    return { name, begun, file, release: () => journal.release(), discard, giveUp };
  } catch (error) {
    journal.release();
    throw error;
  }
}

/** The pieces up to the first missing one: those behind a hole cannot be played. */
async function readPieces(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const handles = new Map<string, FileSystemFileHandle>();
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === 'file') handles.set(name, handle);
  }
  const pieces: File[] = [];
  for (let index = 0; ; index++) {
    const piece = await handles.get(pieceName(index))?.getFile();
    // Empty: it was made, and the crash came before it was written.
    if (!piece || piece.size === 0) return pieces;
    pieces.push(piece);
  }
}

async function readInfo(
  file: File,
): Promise<{ name: string; type: string; begun: Date; subject: string | undefined }> {
  const about = readRecord(JSON.parse(await file.text()));
  return {
    name: readText(about?.['name']) ?? 'recording',
    type: readText(about?.['type']) ?? 'video/webm',
    begun: new Date(readNumber(about?.['begun']) ?? file.lastModified),
    subject: readText(about?.['subject']) || undefined,
  };
}

/** A recording that has ended. That of an earlier visit remembers how far its upload was. */
export class RecordedFile extends File implements RecordingFile {
  readonly isOpen = false;
  readonly openMemory: OpenMemory | undefined;
  #name: string;

  constructor(pieces: Blob[], name: string, options: FilePropertyBag, openMemory?: OpenMemory) {
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
