import { checkFile } from '../../../upload/check-file.ts';

/** What is taken where the page does not say. */
const ACCEPT = 'video/*,.mkv';

/** The videos in what was dropped: a folder holds all sorts of things, which are not worth a word. */
export async function readVideos(
  entries: readonly FileSystemEntry[],
  accept = ACCEPT,
): Promise<readonly File[]> {
  const parts = await import('../../../upload/queue/read-entries.ts').catch(() => undefined);
  const found = (await parts?.readEntries(entries)) ?? [];
  return found.filter((file) => checkFile(file, { accept })?.code !== 'file-type-refused');
}
