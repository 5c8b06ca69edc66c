import { expect } from 'chai';
import type { GrantSettings } from '../../../src/upload/ports/grant-settings.ts';
import { words } from '../../support/words.ts';
import { clearPage, service, setUpPage, show } from '../../support/elements/uploader-page.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { openFileHandle, UnfinishedUploads } from '../../../src/upload/resume/unfinished-uploads.ts';
import {
  browserResumeEnvironment,
  type ResumeEnvironment,
} from '../../../src/upload/resume/resume-environment.ts';
import { BrowserMemory } from '../../../src/upload/resume/browser-memory.ts';
import { uploadScope } from '../../../src/upload/resume/store/upload-scope.ts';

// The files of these tests lie in the origin's private folder: a real handle that needs no permission.

const environment = (): ResumeEnvironment =>
  browserResumeEnvironment() ?? expect.fail('this browser cannot resume');
const settings = () => ({ backend: '/vh-of-handles' });

let folder: FileSystemDirectoryHandle;
let handle: FileSystemFileHandle;

async function write(text: string): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}

/** Begins an upload of the file behind the handle, and leaves it unfinished. */
async function begin(to: GrantSettings & { group?: string } = settings()): Promise<void> {
  const memory = await BrowserMemory.open({
    file: await handle.getFile(),
    scope: uploadScope(to),
    ...('group' in to && { settings: to }),
    handle,
    environment: environment(),
    signal: new AbortController().signal,
    onOtherTab: () => {},
    onLost: (error) => expect.fail(String(error)),
  });
  await memory?.save({ protocol: 'tus', endpoint: '/upload', videoId: undefined, parts: [], wire: [] });
  await memory?.release();
}

describe('the way back to a file', () => {
  beforeEach(async () => {
    folder = await navigator.storage.getDirectory();
    handle = await folder.getFileHandle('holiday.mp4', { create: true });
    await write('0123456789');
    await begin();
  });

  afterEach(async () => {
    const unfinished = new UnfinishedUploads(settings);
    for (const { key } of await unfinished.list()) await unfinished.forget(key);
    await folder.removeEntry('holiday.mp4').catch(() => {});
  });

  it('is kept with the upload: no choosing again', async () => {
    const unfinished = new UnfinishedUploads(settings);
    const [found] = await unfinished.list();
    expect(found?.hasFile).to.equal(true);
    const opened = await unfinished.open(found?.key ?? '');
    expect(await opened?.file.text()).to.equal('0123456789');
    expect(await opened?.handle?.isSameEntry(handle)).to.equal(true);
  });

  it('is for the elements of its group only: those beside them do not take it', async () => {
    await begin({ ...settings(), group: 'trailer' });
    const seenBy = async (group: string | undefined) =>
      (await new UnfinishedUploads(() => ({ ...settings(), group })).list()).length;
    expect(await seenBy('film')).to.equal(0);
    expect(await seenBy('trailer')).to.equal(1);
    expect(await seenBy(undefined)).to.equal(1);
  });

  it('says that the file is another one by now', async () => {
    const unfinished = new UnfinishedUploads(settings);
    const [found] = await unfinished.list();
    await write('something else');
    const error: unknown = await unfinished.open(found?.key ?? '').catch((reason: unknown) => reason);
    expect(isVhError(error, 'file-changed')).to.equal(true);
  });

  it('says that the file is gone', async () => {
    const unfinished = new UnfinishedUploads(settings);
    const [found] = await unfinished.list();
    await folder.removeEntry('holiday.mp4');
    const error: unknown = await unfinished.open(found?.key ?? '').catch((reason: unknown) => reason);
    expect(isVhError(error, 'file-unreadable')).to.equal(true);
  });

  it('is one click in the element; a file that is away for now is chosen again, and nothing is forgotten', async () => {
    setUpPage();
    await begin({ grant: { protocol: 'parts', url: service.url } });
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes(words('uploader.goOn')));
    await folder.removeEntry('holiday.mp4');
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    uploader.press(words('uploader.goOn'));
    await uploader.when('vh-error');
    expect(uploader.events.map((event) => 'code' in event && event.code)).to.deep.equal(['file-unreadable']);
    await uploader.until(() => clicks === 1);
    expect(uploader.buttons).to.include(words('uploader.chooseFile'));
    uploader.press(words('uploader.chooseFile'));
    await uploader.until(() => clicks === 2);
    uploader.press(`${words('uploader.remove')}: holiday.mp4`);
    await clearPage();
  });

  it('asks the person once, and goes without when the answer is no', async () => {
    const asked: string[] = [];
    const asking = (answer: PermissionState) =>
      Object.assign(Object.create(handle) as FileSystemFileHandle, {
        queryPermission: () => Promise.resolve('prompt'),
        requestPermission: () => {
          asked.push(answer);
          return Promise.resolve(answer);
        },
        getFile: () => handle.getFile(),
      });
    expect(await openFileHandle(asking('denied'))).to.equal(undefined);
    expect(await (await openFileHandle(asking('granted')))?.text()).to.equal('0123456789');
    expect(asked).to.deep.equal(['denied', 'granted']);
  });
});
