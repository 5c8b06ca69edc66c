/** The folder that holds one folder a recording; nothing where the browser has no such place, or denies it. */
export async function journalFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  // Not everywhere, whatever the types say; nor is a file that can be written to.
  const storage = (globalThis.navigator as Partial<Navigator> | undefined)?.storage;
  if (!('FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype))
    return undefined;
  try {
    const root = await storage?.getDirectory();
    return await root?.getDirectoryHandle('vh-recordings', { create: true });
  } catch {
    return undefined;
  }
}
