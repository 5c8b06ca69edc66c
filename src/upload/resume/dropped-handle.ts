// Chromium has it; the DOM's types have it not yet.
interface HandleGiving {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/**
 * The way back to a dropped file, where the browser gives one. Call it in the `drop` listener, before anything is
 * awaited: the item is empty afterwards. Never rejects.
 */
export async function droppedHandle(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  try {
    const handle = await (item as HandleGiving).getAsFileSystemHandle?.();
    return handle instanceof FileSystemFileHandle ? handle : undefined;
  } catch {
    return undefined;
  }
}
