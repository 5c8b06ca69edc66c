/** The folder of kept files. */
export const KEPT_FOLDER = 'vh-kept-files';

/** True where an upload may have kept a file: a cheap check before more code is loaded. */
export async function hasKeptFiles(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(KEPT_FOLDER);
    return true;
  } catch {
    return false;
  }
}
