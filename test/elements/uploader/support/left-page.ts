import { expect } from 'chai';
import { browserResumeEnvironment } from '../../../../src/upload/resume/resume-environment.ts';
import { makeBytes } from '../../../support/upload/uploader-file.ts';
import { service } from '../../../support/elements/uploader-page.ts';
import { until } from '../../../support/until.ts';
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

/** True once an upload of each of these files is remembered, with its video: a first part without one is sent again, into another. */
async function areRemembered(names: readonly string[]): Promise<boolean> {
  const { records } = browserResumeEnvironment() ?? expect.fail('this browser cannot resume');
  const { origin } = new URL(service.url);
  const begun = (await records.list()).filter(
    ({ scope, upload }) => upload?.videoId !== undefined && scope.includes(origin),
  );
  return names.every((name) => begun.some(({ file }) => file.name === name));
}

/** A page on which files with handles were dropped: the first part of each is stored, and nothing comes of the others. */
export async function dropOnPage(attributes: Record<string, string>, ...names: string[]) {
  return dropOn(await openFrame(attributes), ...names);
}

/** The same on a page that is open. */
export async function dropOn(
  { frame, page, uploader }: Awaited<ReturnType<typeof openFrame>>,
  ...names: string[]
) {
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
  service.lastAnswered = 1;
  uploader.frame.dispatchEvent(new page.DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  // Two files at a time, two connections each.
  await uploader.until(() => service.seen.length - before >= 3);
  await until(() => areRemembered(names));
  service.lastAnswered = Infinity;
  const leave = () => frame.remove();
  return { uploader, leave };
}
