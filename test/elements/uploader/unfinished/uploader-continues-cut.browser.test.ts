import { expect } from 'chai';
import { browserResumeEnvironment } from '../../../../src/upload/resume/resume-environment.ts';
import { trimFile } from '../../../../src/upload/trim/trim-file.ts';
import { clearPage, service, setUpPage, stage } from '../../../support/elements/uploader-page.ts';
import { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';
import { deleteFile, writeFile } from '../support/left-page.ts';
import { openFrame } from '../support/uploader-frame.ts';
import { UploaderTrim } from '../support/uploader-trim.ts';

const NAME = 'trip.mp4';
const DAY = 24 * 60 * 60 * 1000;

/** Twelve seconds of ten pictures a second. */
const filmBytes = async () => new Uint8Array(await (await fetch('/media/tiny.mp4')).arrayBuffer());

describe('<vh-uploader with-trim>, on the page after the one that began to send a cut', function () {
  this.timeout(90_000);
  beforeEach(setUpPage);
  afterEach(async () => {
    await clearPage();
    await deleteFile(NAME);
  });

  const parts = () => ({
    ...{ protocol: 'parts' as const, url: service.url, token: 'good' },
    partSize: { min: 8_192, max: 8_192 },
  });

  /** An author has cut a film, and its first part is stored; then their page is left. */
  async function leaveCut(bytes: Uint8Array<ArrayBuffer>) {
    const { frame, page, uploader } = await openFrame({ 'with-trim': '' });
    uploader.element.grant = parts();
    await drop(page, uploader, bytes);
    const trim = new UploaderTrim(uploader);
    await uploader.until(() => trim.isThere);
    for (const [at, time] of [1, 3].entries()) {
      const handle = trim.handles[at] ?? expect.fail('there is no handle');
      handle.valueAsNumber = time;
      handle.dispatchEvent(new page.Event('input', { bubbles: true }));
      await uploader.element.updateComplete;
    }
    expect(trim.spoken).to.deep.equal(['0:01.0', '0:03.0']);
    service.faults.push(undefined, ...Array.from({ length: 9 }, () => 'silence' as const));
    uploader.press(words('uploader.start'));
    await until(isStoredInPart);
    service.faults.length = 0;
    frame.remove();
  }

  const records = () => browserResumeEnvironment()?.records ?? expect.fail('this browser cannot resume');
  const isStoredInPart = async () =>
    (await records().list()).some(
      ({ scope, upload }) =>
        scope.includes(new URL(service.url).origin) && upload?.parts.some(({ stored }) => stored),
    );

  /** Drops the file on the disk, with its handle; without one, a file of these bytes that has none. */
  async function drop(
    page: Window & typeof globalThis,
    uploader: UploaderHarness,
    bytes: Uint8Array<ArrayBuffer>,
  ) {
    const folder = await page.navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(NAME).catch(() => undefined);
    const dataTransfer = new page.DataTransfer();
    const options = { type: 'video/mp4', lastModified: 1_700_000_000_000 };
    dataTransfer.items.add((await handle?.getFile()) ?? new page.File([bytes], NAME, options));
    Object.defineProperty(page.DataTransferItem.prototype, 'getAsFileSystemHandle', {
      configurable: true,
      value: () => Promise.resolve(handle),
    });
    uploader.frame.dispatchEvent(
      new page.DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
    );
  }

  const cutBytes = async (file: File) =>
    new Uint8Array(await (await trimFile(file, { start: 1, end: 3 })).file.arrayBuffer());

  /** It continues as soon as it is there: its grant is there first. */
  async function nextPage() {
    const element = document.createElement('vh-uploader');
    element.grant = parts();
    element.withTrim = true;
    const uploader = new UploaderHarness(element);
    stage.append(element);
    await element.updateComplete;
    return uploader;
  }

  it('goes on without a click where the browser has the film: the same cut again, into the same video', async () => {
    await writeFile(NAME, await filmBytes());
    await leaveCut(await filmBytes());
    const sent = service.seen.length;
    const uploader = await nextPage();
    await uploader.when('vh-upload-done');
    const film = new File([await filmBytes()], NAME);
    expect([...service.bytes()]).to.deep.equal([...(await cutBytes(film))]);
    expect(service.videos.size).to.equal(1);
    // The first part is not sent again.
    expect(service.seen.length - sent).to.be.at.most(Math.ceil(service.bytes().length / 8_192));
    expect(new UploaderTrim(uploader).isThere).to.equal(false);
    expect(uploader.rows).to.deep.equal([NAME]);
    await until(async () => (await records().list()).every(({ file }) => file.name !== NAME));
  });

  it('takes the film that its author chooses again, without another cut, and no other film', async () => {
    await leaveCut(await filmBytes());
    const uploader = await nextPage();
    await uploader.until(() => uploader.buttons.includes(words('uploader.chooseFile')));
    uploader.input.addEventListener('click', (event) => event.preventDefault());
    const choose = (bytes: Uint8Array<ArrayBuffer>) => {
      uploader.press(words('uploader.chooseFile'));
      const chosen = new File([bytes], NAME, { type: 'video/mp4', lastModified: 1_700_000_000_000 + DAY });
      uploader.choose(chosen);
      return chosen;
    };
    const sent = service.seen.length;
    choose((await filmBytes()).fill(7, 50_000));
    await uploader.until(() => uploader.buttons.includes(words('uploader.uploadOther')));
    expect(service.seen.length).to.equal(sent);
    const chosen = choose(await filmBytes());
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...(await cutBytes(chosen))]);
    expect(service.videos.size).to.equal(1);
  });

  it('says that the film has changed, and sends nothing of it', async () => {
    await writeFile(NAME, await filmBytes());
    await leaveCut(await filmBytes());
    await writeFile(NAME, (await filmBytes()).fill(7, 50_000));
    const sent = service.seen.length;
    const uploader = await nextPage();
    await uploader.until(() => uploader.text.includes(words('uploader.fileChanged')));
    expect(service.seen.length).to.equal(sent);
  });
});
