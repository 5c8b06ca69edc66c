import { checkFile } from './check-file.ts';
import { walkDroppedFolders } from './walk-dropped-folders.ts';

/** The accepted types unless the page names others. */
const DEFAULT_ACCEPT = 'video/*,.mkv';

/** Files that a system leaves in folders, and hidden ones. */
const SYSTEM_FILE = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** Of folders, dropped as `entries` or chosen as `files`, the files that the page takes: they hold all sorts of things, which are not worth a word. */
export async function takeVideos(
  files: readonly File[],
  entries: readonly FileSystemEntry[],
  accept = DEFAULT_ACCEPT,
): Promise<readonly File[]> {
  const found = entries.length > 0 ? await walkDroppedFolders(entries) : files;
  const isOfFolder = (file: File) => entries.length > 0 || file.webkitRelativePath !== '';
  const isVideo = (file: File) =>
    !SYSTEM_FILE.test(file.name) && checkFile(file, { accept })?.code !== 'file-type-refused';
  return found.filter((file) => !isOfFolder(file) || isVideo(file));
}
