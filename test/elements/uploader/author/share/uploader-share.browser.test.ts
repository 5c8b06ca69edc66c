import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { words } from '../../../../support/words.ts';
import { Clipboard, openShare, PAGE } from '../../support/uploader-share.ts';

describe('<vh-uploader with-share>', () => {
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

  it('is absent unless the page asks for it, and before the film is stored', async () => {
    const plain = await show({ 'share-url': `${PAGE}{id}` });
    plain.choose(makeFile(10, 'trip.mp4'));
    await plain.when('vh-upload-done');
    expect(plain.hasPart('share')).to.equal(false);
    const { uploader } = await openShare({ 'without-autostart': '' });
    uploader.choose(makeFile(10, 'sea.mp4'));
    await uploader.until(() => uploader.text.includes('sea'));
    expect(uploader.hasPart('share')).to.equal(false);
    uploader.element.start();
    await uploader.until(() => uploader.hasPart('share'));
    expect([plain.element.withShare, uploader.element.withShare]).to.deep.equal([false, true]);
    expect(uploader.element.hasAttribute('with-share')).to.equal(true);
  });

  it('says for how long the film is processed, and shows the way to it once it can be played', async () => {
    service.encoding.playable = false;
    const { uploader, share } = await openShare();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.hasPart('share-link'));
    expect(share.state).to.match(/^In preparation for 0:0\d so far\. The link shows the video as soon/);
    expect(share.watch).to.equal(undefined);
    expect(uploader.text).not.to.contain('100');
    await uploader.until(() => share.state.includes('0:01'));
    service.encoding.playable = true;
    await uploader.when('vh-upload-playable');
    await uploader.until(() => share.watch !== undefined);
    const [videoId = ''] = service.videos.keys();
    expect(share.watch).to.deep.equal({ href: `${PAGE}${videoId}`, name: 'Watch trip.mp4', rel: 'noopener' });
    expect(uploader.hasPart('share-state')).to.equal(false);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
  });

  it('copies the link and the embed code, says so, and tells the page', async () => {
    const told: (string | undefined)[] = [];
    const { uploader, share } = await openShare();
    uploader.element.addEventListener('vh-upload-share', ({ file, video, link, embedCode }) =>
      told.push(file.name, video.videoId, link, embedCode),
    );
    uploader.choose(makeFile(10, '"><img src=x onerror=alert(1)>.mp4'));
    await uploader.until(() => uploader.hasPart('share-code-button') && told.length > 0);
    await uploader.pressSoon(words('uploaderShare.copyLink'));
    await uploader.until(() => share.status === words('uploaderShare.linkCopied'));
    await uploader.pressSoon(words('uploaderShare.copyCode'));
    await uploader.until(() => share.status === words('uploaderShare.codeCopied'));
    const [videoId = ''] = service.videos.keys();
    const [link, code = ''] = clipboard.texts;
    expect(link).to.equal(`${PAGE}${videoId}`);
    // As another page reads it.
    const frame = new DOMParser().parseFromString(code, 'text/html').body;
    expect([...frame.children].map(({ localName }) => localName)).to.deep.equal(['iframe']);
    expect(frame.querySelector('iframe')?.src).to.equal(`${PAGE}${videoId}/embed`);
    expect(frame.querySelector('iframe')?.title).to.equal('"><img src=x onerror=alert(1)>.mp4');
    expect(told).to.deep.equal(['"><img src=x onerror=alert(1)>.mp4', videoId, link, code]);
    // Nothing of it has become markup here.
    expect(share.images).to.equal(0);
  });

  it('selects the text in a field where the browser does not let it be copied', async () => {
    clipboard.isRefused = true;
    const { uploader, share } = await openShare();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.pressSoon(words('uploaderShare.copyLink'));
    await uploader.until(() => share.status === words('uploaderShare.notCopied'));
    await uploader.until(() => share.selected !== '');
    const [videoId = ''] = service.videos.keys();
    expect(share.selected).to.equal(`${PAGE}${videoId}`);
    await uploader.pressSoon(words('uploaderShare.copyCode'));
    await uploader.until(() => share.selected.startsWith('<iframe '));
    expect(share.selected).to.contain(`${PAGE}${videoId}/embed`);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    clipboard.remove();
    await uploader.pressSoon(words('uploaderShare.copyLink'));
    await uploader.until(() => share.selected === `${PAGE}${videoId}`);
  });
});
