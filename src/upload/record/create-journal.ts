import { makeRandomName } from '../../core/random-name.ts';
import { FolderJournal } from './folder-journal.ts';
import { journalFolder } from './journal-folder.ts';
import type { Journal, JournalInfo } from './journal.ts';

/**
 * Begins a journal for a recording of `subject`'s in the browser's own file system; nothing where there is none, or no
 * room.
 */
export async function createJournal({ name, type }: File, subject?: string): Promise<Journal | undefined> {
  const root = await journalFolder();
  if (!root) return undefined;
  const journal = await FolderJournal.open(root, makeRandomName());
  try {
    const entry: JournalInfo = { name, type, begun: Date.now(), subject };
    await journal?.describe(JSON.stringify(entry));
  } catch {
    await journal?.discard();
    return undefined;
  }
  return journal;
}
