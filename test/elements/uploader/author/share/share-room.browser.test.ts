import { expect } from 'chai';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, stage } from '../../../../support/elements/uploader-page.ts';
import { words } from '../../../../support/words.ts';
import { Clipboard, openShare } from '../../support/uploader-share.ts';

describe('the room of <vh-uploader with-share>', () => {
  let clipboard: Clipboard;

  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
    clipboard = new Clipboard();
  });
  afterEach(async () => {
    clipboard.restore();
    await clearPage();
    document.documentElement.dir = '';
  });

  it('has room for the site’s own actions, for the film that is open', async () => {
    const { uploader } = await openShare({ multiple: '' });
    const seen: (string | undefined)[] = [];
    uploader.element.addEventListener('vh-upload-share', ({ video }) => seen.push(video.title));
    const own = document.createElement('button');
    own.slot = 'share';
    own.textContent = 'Send to a friend';
    uploader.element.append(own);
    uploader.choose(makeFile(10, 'one.mp4'), makeFile(12, 'two.mp4'));
    await uploader.until(
      () => service.videos.size === 2 && uploader.buttons.some((name) => name.endsWith('two.mp4')),
    );
    const opener = (name: string) =>
      uploader.buttons.find((one) => one.startsWith(words('uploader.edit')) && one.endsWith(name));
    await uploader.until(() => opener('one.mp4') !== undefined && opener('two.mp4') !== undefined);
    expect(uploader.hasPart('share')).to.equal(false);
    for (const name of ['one.mp4', 'two.mp4']) {
      uploader.press(opener(name) ?? '');
      await uploader.until(() => seen.at(-1) === name);
      await uploader.until(() => own.assignedSlot !== null);
      expect(own.checkVisibility()).to.equal(true);
    }
    expect(seen).to.deep.equal(['one.mp4', 'two.mp4']);
  });

  for (const width of [240, 320, 640]) {
    it(`fits ${width} pixels, from right to left, too`, async () => {
      stage.style.inlineSize = `${width}px`;
      document.documentElement.dir = width === 320 ? 'rtl' : '';
      clipboard.isRefused = true;
      service.assets = { player: 'https://embed.example/vod/token/one-time' };
      const { uploader, share } = await openShare();
      uploader.choose(makeFile(10, 'A walk with a very long name along the coast.mp4'));
      await uploader.when('vh-upload-playable');
      await uploader.pressSoon(words('uploaderShare.copyCode'));
      await uploader.until(() => share.selected !== '' && share.watch !== undefined);
      expect(uploader.frame.scrollWidth).to.be.at.most(width);
      for (const { left, right, height } of share.controls) {
        const frame = uploader.frame.getBoundingClientRect();
        expect(left).to.be.at.least(frame.left);
        expect(right).to.be.at.most(frame.right);
        expect(height).to.be.at.least(24);
      }
    });
  }
});
