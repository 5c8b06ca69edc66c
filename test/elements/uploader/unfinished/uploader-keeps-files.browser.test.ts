import { expect } from 'chai';
import { makeBytes, makeFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';
import { settled, until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import { openFrame } from '../support/uploader-frame.ts';

const FOLDER = 'vh-kept-files';

/** The lengths of all copies that the browser has. */
async function copies(): Promise<number[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER).catch(() => undefined);
  const sizes: number[] = [];
  for await (const entry of folder?.values() ?? [])
    // One that is removed meanwhile is none.
    await (entry as FileSystemFileHandle).getFile().then(
      ({ size }) => sizes.push(size),
      () => {},
    );
  return sizes;
}

async function onlyCopy(): Promise<FileSystemFileHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER);
  for await (const entry of folder.values()) return entry as FileSystemFileHandle;
  return expect.fail('nothing is kept');
}

describe('<vh-uploader keep-files>', () => {
  beforeEach(setUpPage);
  afterEach(async () => {
    await clearPage();
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
  });

  /** A page that has sent the first part of three of a chosen file: what is chosen has no handle. */
  async function choose(attributes: Record<string, string>, name = 'trip.mp4') {
    const opened = await openFrame(attributes);
    service.faults.push(undefined, 'silence', 'silence');
    const seen = service.seen.length;
    opened.uploader.element.upload(opened.file(name));
    await opened.uploader.until(() => service.seen.length - seen === 3);
    service.faults.length = 0;
    return { ...opened, leave: () => opened.frame.remove() };
  }
  const isKept = () => until(async () => (await copies()).join() === '10');

  it('goes on without a click on the next page, and removes the copy when the film is stored', async () => {
    const { leave } = await choose({ 'keep-files': '1 kB' });
    await isKept();
    leave();
    const uploader = await show({ 'keep-files': '1 kB' });
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    await uploader.until(() => uploader.rows.join() === 'trip.mp4');
    await until(async () => (await copies()).length === 0);
  });

  it('keeps nothing unless the page asks for it, over the limit, and with without-resume', async () => {
    for (const attributes of [{}, { 'keep-files': '9' }, { 'keep-files': '1 kB', 'without-resume': '' }]) {
      const { leave, uploader } = await choose(attributes);
      await settled(50);
      expect(await copies()).to.deep.equal([]);
      uploader.element.cancel();
      leave();
    }
  });

  it('keeps files up to the limit in sum', async () => {
    const one = await choose({ 'keep-files': '15' });
    await isKept();
    const other = await choose({ 'keep-files': '15' }, 'walk.mp4');
    await settled(50);
    expect(await copies()).to.deep.equal([10]);
    for (const { uploader } of [one, other]) uploader.element.cancel();
    await until(async () => (await copies()).length === 0);
  });

  it('removes the copy when the upload is stored, and when it is cancelled', async () => {
    for (const end of ['stored', 'cancelled'] as const) {
      const { uploader, leave } = await choose({ 'keep-files': '1 kB' });
      await isKept();
      if (end === 'cancelled') uploader.element.cancel();
      else {
        uploader.element.pause();
        uploader.element.resume();
        await uploader.when('vh-upload-done');
      }
      await until(async () => (await copies()).length === 0);
      leave();
    }
  });

  it('removes the copy when a person dismisses the offer', async () => {
    const { leave } = await choose({ 'keep-files': '1 kB' });
    await isKept();
    leave();
    const uploader = await show({ 'without-autoresume': '' });
    await uploader.until(() => uploader.buttons.includes(words('uploader.goOn')));
    uploader.press(`${words('uploader.remove')}: trip.mp4`);
    await until(async () => (await copies()).length === 0);
  });

  for (const damage of ['incomplete', 'of other bytes'] as const)
    it(`never sends a copy that is ${damage}: the visitor chooses the file`, async () => {
      const { leave } = await choose({ 'keep-files': '1 kB' });
      await isKept();
      leave();
      const stream = await (await onlyCopy()).createWritable();
      await stream.write(damage === 'incomplete' ? makeBytes(7) : new Uint8Array(10));
      await stream.close();
      const seen = service.seen.length;
      const uploader = await show();
      await uploader.until(() => uploader.hasPart('offer'));
      await settled(30);
      expect(service.seen.length).to.equal(seen);
    });

  /** A page whose disk is full after three bytes of a copy, and that has said so. */
  async function chooseWithFullDisk() {
    const { page, frame, uploader, file } = await openFrame({ 'keep-files': '1 kB' });
    const writes: number[] = [];
    const stream = page.FileSystemWritableFileStream.prototype;
    const write = Reflect.get(stream, 'write');
    Reflect.set(stream, 'write', async function (this: unknown, data: Blob) {
      writes.push(data.size);
      await write.call(this, data.slice(0, 3));
      throw new DOMException('full', 'QuotaExceededError');
    });
    service.faults.push(undefined, 'silence', 'silence');
    uploader.element.upload(file('trip.mp4'));
    const error = await uploader.when('vh-error');
    expect([error.code, error.file]).to.deep.equal(['file-not-kept', undefined]);
    expect(writes).to.deep.equal([10]);
    expect(await copies()).to.deep.equal([]);
    service.faults.length = 0;
    return { uploader, leave: () => frame.remove() };
  }

  it('gives up where the disk is full, tells the page, sends on, and leaves nothing half-kept', async () => {
    const { uploader } = await chooseWithFullDisk();
    uploader.element.pause();
    uploader.element.resume();
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('has the visitor choose the file again on the page after one whose disk was full', async () => {
    const { leave } = await chooseWithFullDisk();
    leave();
    const uploader = await show({ 'keep-files': '1 kB' });
    await uploader.until(() => uploader.buttons.includes(words('uploader.chooseFile')));
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    expect(uploader.events.filter(({ type }) => type === 'vh-error')).to.have.length(0);
  });

  it('asks how much room there is before it writes', async () => {
    const { page, uploader, file } = await openFrame({ 'keep-files': '1 kB' });
    page.navigator.storage.estimate = () => Promise.resolve({ quota: 1_000_000, usage: 999_995 });
    service.faults.push(undefined, 'silence', 'silence');
    uploader.element.upload(file('trip.mp4'));
    expect((await uploader.when('vh-error')).code).to.equal('file-not-kept');
    expect(await copies()).to.deep.equal([]);
    uploader.element.cancel();
  });

  it('is for its own visitor: the next one sees nothing, and the copy is removed', async () => {
    const ann = `ann-${crypto.randomUUID()}`;
    const { leave } = await choose({ 'keep-files': '1 kB', 'subject': ann });
    await isKept();
    leave();
    const seen = service.seen.length;
    const next = await show({ subject: 'bob' });
    await until(async () => (await copies()).length === 0);
    expect(next.everything).not.to.contain('trip.mp4');
    expect(service.seen.length).to.equal(seen);
    next.element.remove();
    const again = await show({ subject: ann });
    await again.until(() => again.text.includes('trip.mp4'));
  });

  it('waits a moment for the name of the visitor, and then removes what is not for a page without one', async () => {
    const ann = `ann-${crypto.randomUUID()}`;
    const { leave } = await choose({ 'keep-files': '1 kB', 'subject': ann });
    await isKept();
    leave();
    const named = new HeldTimers(15_000);
    try {
      const unnamed = await show();
      await settled(50);
      expect(await copies()).to.deep.equal([10]);
      await until(async () => {
        named.elapse();
        return (await copies()).length === 0;
      });
      expect(unnamed.everything).not.to.contain('trip.mp4');
    } finally {
      named.restore();
    }
  });
});
