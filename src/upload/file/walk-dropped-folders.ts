/** More files are a mistake, or a trick. */
const MAX_FILES = 10_000;
/** Folders within folders. */
const MAX_DEPTH = 32;

/**
 * The dropped files, folder by folder, sorted by name. Leaves out files that cannot be read.
 */
export async function walkDroppedFolders(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found, 0);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[], depth: number): Promise<void> {
  if (found.length >= MAX_FILES || depth > MAX_DEPTH) return;
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry);
    // A name with a leading dot belongs to the system, not to a person.
    if (file && (depth === 0 || !file.name.startsWith('.'))) found.push(file);
  } else if (entry.isDirectory) {
    const inside = await childrenOf(entry as FileSystemDirectoryEntry);
    inside.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
    for (const child of inside) await collect(child, found, depth + 1);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => {
    entry.file(resolve, () => {
      resolve(undefined);
    });
  });
}

/** A reader gives some at a time, and nothing at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => {
        resolve([]);
      });
    });
    if (some.length === 0 || all.length > MAX_FILES) return all;
    all.push(...some);
  }
}
