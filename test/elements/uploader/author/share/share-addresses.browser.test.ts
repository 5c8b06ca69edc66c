import { expect } from 'chai';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, stage } from '../../../../support/elements/uploader-page.ts';
import { words } from '../../../../support/words.ts';
import { Clipboard, openShare } from '../../support/uploader-share.ts';

describe('the addresses of <vh-uploader with-share>', () => {
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

  it('takes the addresses of a function, and no address but of the web', async () => {
    const { uploader, share } = await openShare({ 'embed-url': 'javascript:alert(1)//{id}' });
    uploader.element.shareUrl = ({ videoId }) => `/films/${videoId}?a=1&b=2`;
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.hasPart('share-link'));
    const [videoId = ''] = service.videos.keys();
    expect(share.link).to.equal(new URL(`/films/${videoId}?a=1&b=2`, document.baseURI).href);
    expect(uploader.hasPart('share-code-button')).to.equal(false);
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '', 'http://']) {
      uploader.element.shareUrl = address;
      await uploader.until(() => !uploader.hasPart('share-link'));
      uploader.element.shareUrl = '/films/{id}';
      await uploader.until(() => uploader.hasPart('share-link'));
    }
    const errors: unknown[] = [];
    const own = Object.getOwnPropertyDescriptor(window, 'reportError') ?? {};
    window.reportError = (error) => errors.push(error);
    const fault = new TypeError('the page’s own');
    uploader.element.shareUrl = () => {
      throw fault;
    };
    await uploader.until(() => !uploader.hasPart('share-link'));
    Object.defineProperty(window, 'reportError', own);
    expect(errors).to.include(fault);
    expect(uploader.rows).to.deep.equal(['trip.mp4']);
  });

  it('shares the service’s player by default, but never the address of a private video’s', async () => {
    service.assets = { player: 'https://embed.example/vod/vi1' };
    const { uploader, share } = await openShare({ 'share-url': '', 'embed-url': '' });
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.hasPart('share-code-button'));
    expect(share.link).to.equal('https://embed.example/vod/vi1');
    await clearPage();
    setUpPage();
    stage.lang = 'en';
    service.assets = { player: 'https://embed.example/vod/token/one-time' };
    const hidden = await openShare({ 'embed-url': '' });
    hidden.uploader.choose(makeFile(10, 'trip.mp4'));
    await hidden.uploader.until(() => hidden.uploader.hasPart('share-link'));
    expect(hidden.share.state).to.contain(words('uploaderShare.private'));
    expect(hidden.share.link).to.match(/^https:\/\/site\.example\/watch\/vi/);
    expect(hidden.uploader.hasPart('share-code-button')).to.equal(false);
    expect(hidden.uploader.everything).not.to.contain('one-time');
  });
});
