import { expect } from 'chai';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';

/** Four seconds of 320 × 180, as it lies with the tests. */
async function dusk(name = 'dusk.mp4'): Promise<File> {
  const response = await fetch(new URL('../../../media/dusk.mp4', import.meta.url));
  return new File([await response.arrayBuffer()], name, { type: 'video/mp4' });
}

const inOnePart = { partSize: { min: 1_000_000, max: 1_000_000 } };

async function showFor(attributes: Record<string, string>) {
  const uploader = await show(attributes);
  uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', ...inOnePart };
  return uploader;
}

describe('<vh-uploader>, before the first byte', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('gives the page the facts of the file', async () => {
    const uploader = await showFor({});
    uploader.choose(await dusk());
    const { file, info } = await uploader.when('vh-file-accept');
    expect(file.name).to.equal('dusk.mp4');
    expect(info?.container).to.equal('mp4');
    expect(info?.width).to.be.greaterThan(0);
    expect(info?.duration).to.be.greaterThan(0);
    expect(info?.videoCodec).to.match(/^avc1/);
    await uploader.when('vh-upload-done');
  });

  for (const [attribute, value, code, words] of [
    ['max-duration', '0.5', 'video-too-long', 'The limit is 0.5 sec'],
    ['min-duration', '600', 'video-too-short', 'At least 10:00 is needed'],
    ['min-width', '9000', 'video-too-small', 'At least 9000 × 180 is needed'],
    ['min-height', '9000', 'video-too-small', 'At least 320 × 9000 is needed'],
    ['max-width', '319', 'video-too-large', 'The limit is 319 × 180'],
    ['max-height', '179', 'video-too-large', 'The limit is 320 × 179'],
  ] as const) {
    it(`keeps to ${attribute}`, async () => {
      const uploader = await showFor({ [attribute]: value });
      uploader.choose(await dusk());
      expect((await uploader.when('vh-error')).code).to.equal(code);
      await uploader.until(() => uploader.text.includes(words));
      expect(uploader.story).to.deep.equal(['vh-error']);
      expect(service.seen).to.have.length(0);
    });
  }

  it('takes a file of exactly the largest size', async () => {
    const uploader = await showFor({ 'max-width': '320', 'max-height': '180', 'min-width': '320' });
    uploader.choose(await dusk());
    await uploader.when('vh-upload-done');
  });

  it('accepts a file without readable facts', async () => {
    const uploader = await show({ 'max-duration': '1', 'min-height': '100' });
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
  });

  it('uploads under the title that the page gives it, and hands on what the page says of it', async () => {
    const uploader = await show();
    const reported: unknown[] = [];
    uploader.element.grant = (_reason, { file, metadata }) => {
      reported.push({ name: file.name, metadata });
      return { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    };
    uploader.element.addEventListener('vh-file-accept', (event) => {
      event.title = 'Our holiday.mp4';
      event.metadata = { place: 'Crete' };
    });
    uploader.choose(makeFile(10));
    const { file, video } = await uploader.when('vh-upload-done');
    expect(reported).to.deep.equal([{ name: 'Our holiday.mp4', metadata: { place: 'Crete' } }]);
    expect(file.name).to.equal('clip.mp4');
    expect(video.title).to.equal('Our holiday.mp4');
    expect(uploader.rows).to.deep.equal(['Our holiday.mp4']);
  });

  it('shows a picture of the file in its row', async () => {
    const uploader = await showFor({});
    uploader.choose(await dusk());
    await uploader.until(() => uploader.find('.poster') !== undefined);
    expect(uploader.find('.poster')?.getBoundingClientRect().width).to.be.greaterThan(0);
  });

  it('can be cancelled during the check of the file', async () => {
    const uploader = await showFor({});
    uploader.choose(await dusk());
    uploader.element.cancel();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    expect(service.seen.filter(({ url }) => url.pathname === '/upload')).to.have.length(1);
  });
});
