import { FolderJournal } from './folder-journal.ts';
import { journalFolder } from './journal-folder.ts';
import type { Journal, JournalEntry } from './recording-journal.ts';

/**
 * Begins a journal for a recording of `subject`'s in the browser's own file system; nothing where there is none, or no
 * room.
 */
export async function beginJournal({ name, type }: File, subject?: string): Promise<Journal | undefined> {
  const root = await journalFolder();
  if (!root) return undefined;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const journal = await FolderJournal.open(root, id);
  try {
    const entry: JournalEntry = { name, type, begun: Date.now(), subject };
    await journal?.describe(JSON.stringify(entry));
  } catch {
    await journal?.discard();
    return undefined;
  }
  return journal;
}
