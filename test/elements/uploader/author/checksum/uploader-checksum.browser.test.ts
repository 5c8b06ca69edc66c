import { expect } from 'chai';
import { uploads } from '../../../../../src/upload/index.ts';
import type { VhUploadDoneEvent } from '../../../../../src/elements/uploader/events/vh-upload-done-event.ts';
import type { VhUploadPlayableEvent } from '../../../../../src/elements/uploader/events/vh-upload-playable-event.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { makeBytes, makeFile, makeOwnFile } from '../../../../support/upload/uploader-file.ts';
import { words } from '../../../../support/words.ts';
import { Clipboard } from '../../support/uploader-share.ts';

const SIZE = 10;

async function expected(): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', makeBytes(SIZE)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('<vh-uploader with-checksum>', () => {
  let clipboard: Clipboard;

  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
    service.hasExtensions = true;
    clipboard = new Clipboard();
  });
  afterEach(async () => {
    service.sha256 = undefined;
    clipboard.restore();
    await clearPage();
    document.documentElement.dir = '';
  });

  const copy = words('uploaderShare.copyChecksum');

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

  it('copies it, by a button of its own in each row, and says so', async () => {
    const uploader = await show({ 'with-checksum': '', 'multiple': '' });
    const status = (name: string) =>
      uploader.row(name)?.querySelector('[part="checksum-status"]')?.textContent.trim();
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await uploader.until(() => ['a', 'b'].every((name) => uploader.buttons.includes(`${copy}: ${name}.mp4`)));
    expect(uploader.find('[part="checksum-button"]')?.innerText.trim()).to.equal(copy);
    uploader.button(`${copy}: b.mp4`).focus();
    expect(uploader.focused).to.equal(`${copy}: b.mp4`);
    uploader.press(`${copy}: b.mp4`);
    await uploader.until(() => status('b.mp4') === words('uploaderShare.checksumCopied'));
    expect(status('a.mp4')).to.equal('');
    const [, second] = uploads().items;
    expect(clipboard.texts).to.deep.equal([second?.checksum]);
    expect(clipboard.texts[0]).to.match(/^[\da-f]{64}$/);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
  });

  it('selects it in a field where the browser does not let it be copied', async () => {
    clipboard.isRefused = true;
    const uploader = await show({ 'with-checksum': '' });
    uploader.element.upload(makeFile(SIZE, 'trip.mp4'));
    await uploader.pressSoon(`${copy}: trip.mp4`);
    const field = () => uploader.find('[part="checksum-text"]') as HTMLTextAreaElement | undefined;
    await uploader.until(() => field()?.matches(':focus') === true);
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field() ?? {};
    expect(value.slice(selectionStart, selectionEnd)).to.equal(await expected());
    expect(uploader.find('[part="checksum-status"]')?.innerText.trim()).to.equal(
      words('uploaderShare.notCopied'),
    );
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    clipboard.isRefused = false;
    await uploader.pressSoon(`${copy}: trip.mp4`);
    await uploader.until(() => clipboard.texts.length === 1 && field() === undefined);
  });

  for (const [width, direction] of [
    [240, ''],
    [320, 'rtl'],
    [640, ''],
  ] as const)
    it(`fits ${String(width)} pixels${direction && ', from right to left'}`, async () => {
      stage.style.inlineSize = `${String(width)}px`;
      document.documentElement.dir = direction;
      clipboard.isRefused = true;
      const uploader = await show({ 'with-checksum': '' });
      uploader.element.upload(makeFile(SIZE, 'A walk with a very long name along the coast.mp4'));
      await uploader.pressSoon(`${copy}: A walk with a very long name along the coast.mp4`);
      await uploader.until(() => uploader.hasPart('checksum-text'));
      const frame = uploader.frame.getBoundingClientRect();
      for (const part of ['checksum', 'checksum-text', 'checksum-button', 'checksum-status']) {
        const box = uploader.find(`[part="${part}"]`)?.getBoundingClientRect() ?? new DOMRect(-1e6);
        expect(box.left, part).to.be.at.least(frame.left);
        expect(box.right, part).to.be.at.most(frame.right);
      }
      expect(uploader.find('[part="checksum-button"]')?.clientHeight).to.be.at.least(24);
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
