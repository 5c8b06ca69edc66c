import { readNumber, readRecord, readText } from '../../core/read-json.ts';
import { claim } from './journal-claim.ts';
import { journalFolder } from './journal-folder.ts';

/** Milliseconds: what nobody has asked for in a week is thrown away. */
const LONGEST = 7 * 24 * 60 * 60 * 1000;

/** A recording that a crash or a closed page has left, claimed for this page. */
export interface RecoveredRecording {
  readonly name: string;
  /** When it was begun. */
  readonly begun: Date;
  /** All of it that was kept, up to its last whole piece. It lies on the disk, and not in memory. */
  readonly file: File;
  /** Leaves it where it is, for another time or another page. */
  release: () => void;
  /** Throws it away: it is stored somewhere else, or nobody wants it. */
  discard: () => Promise<void>;
}

/** The recordings that were left behind, newest first; those that another page has to do with are not among them. */
export async function recoverRecordings(): Promise<RecoveredRecording[]> {
  const root = await journalFolder();
  const found: RecoveredRecording[] = [];
  if (!root) return found;
  for await (const [id, folder] of root.entries()) {
    if (folder.kind !== 'directory') continue;
    const recording = await recover(root, id, folder).catch(() => undefined);
    if (recording) found.push(recording);
  }
  return found.sort((one, other) => other.begun.getTime() - one.begun.getTime());
}

async function recover(
  root: FileSystemDirectoryHandle,
  id: string,
  folder: FileSystemDirectoryHandle,
): Promise<RecoveredRecording | undefined> {
  const release = await claim(id);
  if (!release) return undefined;
  const discard = async () => {
    await root.removeEntry(id, { recursive: true }).catch(() => {});
    release();
  };
  try {
    const pieces = await readPieces(folder);
    const about = await readAbout(folder);
    const begun = about.begun;
    const isWanted = pieces.length > 0 && Date.now() - begun.getTime() < LONGEST;
    if (!isWanted) {
      await discard();
      return undefined;
    }
    const { name, type } = about;
    const file = new File(pieces, name, { type, lastModified: begun.getTime() });
    return { name, begun, file, release, discard };
  } catch (error) {
    release();
    throw error;
  }
}

/** The pieces up to the first that is missing: what comes behind a hole cannot be played. */
async function readPieces(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const handles = new Map<string, FileSystemFileHandle>();
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === 'file') handles.set(name, handle);
  }
  const pieces: File[] = [];
  for (let index = 0; ; index++) {
    const piece = await handles.get(String(index).padStart(8, '0'))?.getFile();
    // Empty: it was made, and the crash came before it was written.
    if (!piece || piece.size === 0) return pieces;
    pieces.push(piece);
  }
}

async function readAbout(
  folder: FileSystemDirectoryHandle,
): Promise<{ name: string; type: string; begun: Date }> {
  const file = await folder.getFileHandle('about.json').then((handle) => handle.getFile());
  const about = readRecord(JSON.parse(await file.text()));
  return {
    name: readText(about?.['name']) ?? 'recording',
    type: readText(about?.['type']) ?? 'video/webm',
    begun: new Date(readNumber(about?.['begun']) ?? file.lastModified),
  };
}
