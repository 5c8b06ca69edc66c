import { expect } from 'chai';
import { openFrame } from './support/uploader-frame.ts';
import { clearPage, service, setUpPage } from '../../support/elements/uploader-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-uploader> under a strict content security policy, Trusted Types too', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('breaks no rule with one file, in any state', async () => {
    const { page, uploader, file, violations } = await openFrame({});
    service.faults.push({ status: 400 }, undefined, 'silence', 'silence');
    uploader.element.upload(file('clip.mp4'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.retry')));
    uploader.press(words('uploader.retry'));
    await uploader.until(() => uploader.bar?.value === '40' && service.faults.length === 0);
    uploader.press(words('uploader.pause'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.resume')));
    uploader.press(words('uploader.resume'));
    await uploader.when('vh-upload-playable');
    expect(uploader.find('.badge')?.getBoundingClientRect().width, 'the styles are there').to.be.greaterThan(
      0,
    );
    const answer = await page.fetch('/test/media/dusk.mp4');
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good' };
    uploader.element.upload(file('dusk.mp4', await answer.arrayBuffer()));
    await uploader.until(() => uploader.find('.poster') !== undefined);
    uploader.element.setAttribute('api-key', 'x');
    await uploader.until(() => uploader.text.includes(words('uploader.keyInPage')));
    expect(violations).to.deep.equal([]);
  });

  it('breaks no rule with several', async () => {
    const { uploader, file, violations } = await openFrame({ multiple: '', lang: 'de' });
    service.faults.push('silence', { status: 400 });
    uploader.element.upload(['a', 'b', 'c'].map((name) => file(`${name}.mp4`, `${name}123456789`)));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.element.values.length === 1);
    uploader.element.pause();
    await uploader.until(() => uploader.bar !== undefined);
    expect(violations).to.deep.equal([]);
  });

  it('loads the page again where the right to upload has ended', async () => {
    const { frame, page, uploader, file, violations } = await openFrame({ 'without-resume': '' });
    service.faults.push({ status: 401, slug: 'authentication-invalid-upload-token' });
    uploader.element.upload(file('clip.mp4'));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.buttons.includes(words('uploader.reload')));
    expect(uploader.details).to.deep.equal([words('uploader.rightEnded')]);
    expect(uploader.buttons).not.to.include(words('uploader.retry'));
    const { element } = uploader;
    const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    uploader.press(words('uploader.reload'));
    await isLoaded;
    expect(page.document.querySelector('vh-uploader')).to.exist.and.not.equal(element);
    expect(violations).to.deep.equal([]);
  });
});
