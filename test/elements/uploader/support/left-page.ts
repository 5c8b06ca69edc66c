import { makeBytes } from '../../../support/upload/uploader-file.ts';
import { service } from '../../../support/elements/uploader-page.ts';
import { openFrame } from './uploader-frame.ts';

/** A file on the disk, as far as a page sees it: what is dropped brings a real handle, which needs no permission. */
export async function writeFile(name: string, bytes: Uint8Array<ArrayBuffer> = makeBytes(10)) {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(bytes);
  await stream.close();
}

/** Deletes the file. */
export async function deleteFile(name: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry(name).catch(() => {});
}

/** A page on which files with handles were dropped: the first part of each is stored, and nothing comes of the others. */
export async function dropOnPage(attributes: Record<string, string>, ...names: string[]) {
  const { frame, page, uploader } = await openFrame(attributes);
  const folder = await page.navigator.storage.getDirectory();
  const handles = await Promise.all(names.map((name) => folder.getFileHandle(name)));
  const dataTransfer = new page.DataTransfer();
  for (const handle of handles) dataTransfer.items.add(await handle.getFile());
  // Only what a person drops has a handle by itself.
  const given = [...handles];
  Object.defineProperty(page.DataTransferItem.prototype, 'getAsFileSystemHandle', {
    configurable: true,
    value: () => Promise.resolve(given.shift()),
  });
  const before = service.seen.length;
  service.faults.push(...names.map(() => undefined), ...Array.from({ length: 9 }, () => 'silence' as const));
  uploader.frame.dispatchEvent(new page.DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  // Two files at a time, two connections each.
  await uploader.until(() => service.seen.length - before >= 3);
  service.faults.length = 0;
  const leave = () => frame.remove();
  return { uploader, leave };
}
