// Chromium has it; the DOM's types have it not yet. A module of its own: an uploader needs it before it has a file.
interface HandleSource {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/**
 * The handle of a dropped file, where the browser gives one: it finds the file again after a reload. Call it in the
 * `drop` listener, before anything is awaited: the item is empty afterwards. Never rejects.
 */
export async function droppedHandle(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  try {
    const handle = await (item as HandleSource).getAsFileSystemHandle?.();
    return handle instanceof FileSystemFileHandle ? handle : undefined;
  } catch {
    return undefined;
  }
}
