import { expect } from 'chai';
import { uploads } from '../../../../src/upload/index.ts';
import type { VhUploadDoneEvent } from '../../../../src/elements/uploader/events/vh-upload-done-event.ts';
import type { VhUploadPlayableEvent } from '../../../../src/elements/uploader/events/vh-upload-playable-event.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';
import { makeBytes, makeFile } from '../../../support/upload/uploader-file.ts';
import { words } from '../../../support/words.ts';

const SIZE = 10;

async function expected(): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', makeBytes(SIZE)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('<vh-uploader with-checksum>', () => {
  beforeEach(() => {
    setUpPage();
    service.hasExtensions = true;
  });
  afterEach(() => {
    service.sha256 = undefined;
    return clearPage();
  });

  it('shows the SHA-256 of what was sent, short at first and whole when it is opened', async () => {
    const uploader = await show({ 'with-checksum': '' });
    const checksums: (string | undefined)[] = [];
    const note = ({ checksum }: VhUploadDoneEvent | VhUploadPlayableEvent) =>
      void checksum?.then((sum) => checksums.push(sum));
    uploader.element.addEventListener('vh-upload-done', note);
    uploader.element.addEventListener('vh-upload-playable', note);
    uploader.element.upload(makeFile(SIZE));
    await uploader.until(() => uploader.text.includes(words('uploader.playable')) && checksums.length === 2);
    const sum = await expected();
    expect(checksums).to.deep.equal([sum, sum]);
    expect(uploads().items.map(({ checksum }) => checksum)).to.deep.equal([sum]);
    expect(uploader.story.filter((one) => one === 'vh-upload-done')).to.have.length(1);
    await uploader.until(() => uploader.hasPart('checksum'));
    const shown = uploader.find('[part="checksum"]') as HTMLDetailsElement;
    const whole = shown.querySelector('code');
    expect(shown.innerText).to.contain(`SHA-256 ${sum.slice(0, 8)}`);
    expect(whole?.checkVisibility()).to.equal(false);
    shown.querySelector('summary')?.click();
    expect(whole?.checkVisibility()).to.equal(true);
    expect(whole?.innerText).to.equal(sum);
  });

  it('computes and shows nothing unless the page asks for it', async () => {
    const uploader = await show({});
    expect(uploader.element.withChecksum).not.to.equal(true);
    uploader.element.upload(makeFile(SIZE));
    await uploader.until(() => uploader.text.includes(words('uploader.playable')));
    expect(uploader.hasPart('checksum')).to.equal(false);
    expect(uploads().items.map(({ checksum }) => checksum)).to.deep.equal([undefined]);
  });

  it('says that the file was damaged, has no value then, and makes another video at the next try', async () => {
    service.sha256 = '0'.repeat(64);
    const uploader = await show({});
    uploader.element.withChecksum = true;
    await uploader.element.updateComplete;
    uploader.element.upload(makeFile(SIZE));
    await uploader.until(() => uploader.text.includes(words('uploader.checksumMismatch')));
    expect(uploader.element.value).to.equal('');
    service.sha256 = await expected();
    uploader.press(words('uploader.retry'));
    await uploader.until(() => uploader.text.includes(words('uploader.playable')));
    expect(service.videos.size).to.equal(2);
    expect(uploader.element.value).to.equal([...service.videos.keys()][1]);
  });
});
