import { claim } from './journal-claim.ts';
import { journalFolder } from './journal-folder.ts';

/** Keeps a recording on the disk while it is made, so that a crash loses no more than the last moment. */
export interface Journal {
  /** Resolves when the piece would survive a crash. Pieces are written one after the other. */
  write: (piece: Blob) => Promise<void>;
  /** Keeps it no longer. */
  discard: () => Promise<void>;
}

/** What a journal says about its recording, in `about.json` beside the pieces. */
export interface JournalEntry {
  name: string;
  type: string;
  /** Milliseconds since the epoch. */
  begun: number;
}

/**
 * Begins a journal for a recording in the browser's own file system; nothing where there is none, or no room.
 *
 * One file a piece: a file appears whole when it is closed, so that a crash in the middle of a write loses that piece
 * and no other, and nothing has to be repaired.
 */
export async function beginJournal({ name, type }: File): Promise<Journal | undefined> {
  const root = await journalFolder();
  if (!root) return undefined;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  // Before there is anything to be found: nobody else may take it for one that a crash has left.
  const release = await claim(id);
  if (!release) return undefined;
  const folder = await root.getDirectoryHandle(id, { create: true });
  let pieces = 0;
  const put = async (file: string, content: Blob) => {
    const handle = await folder.getFileHandle(file, { create: true });
    const stream = await handle.createWritable();
    try {
      await stream.write(content);
    } catch (error) {
      await stream.abort().catch(() => {});
      throw error;
    }
    await stream.close();
  };
  const discard = async () => {
    await root.removeEntry(id, { recursive: true }).catch(() => {});
    release();
  };
  try {
    const entry: JournalEntry = { name, type, begun: Date.now() };
    await put('about.json', new Blob([JSON.stringify(entry)]));
  } catch {
    await discard();
    return undefined;
  }
  return { write: (piece) => put(String(pieces++).padStart(8, '0'), piece), discard };
}
