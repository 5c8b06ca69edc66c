import { expect } from 'chai';
import { PosterMemory } from '../../../../../src/upload/details/poster-memory.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { until } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';
import { UploaderAuthor } from '../../support/uploader-author.ts';

const BACKEND = 'https://site.example/vh';

describe('<vh-uploader with-poster>', () => {
  /** The pictures that the page backend got. */
  let asked: { path: string; claim: string | null; picture: Blob }[];
  /** The status of its next answers. */
  let status: number;

  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
    asked = [];
    status = 200;
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = async (input, init) => {
      const { url } = new Request(input, init);
      if (!url.startsWith(BACKEND) || !url.endsWith('/poster')) return rest(input, init);
      const claim = new Headers(init?.headers).get('x-vh-claim');
      const { image } = JSON.parse(init?.body as string) as { image: string };
      const picture = new Blob([Uint8Array.from(atob(image), (character) => character.charCodeAt(0))]);
      asked.push({ path: url.slice(BACKEND.length), claim, picture });
      return new Response('{}', { status, headers: { 'content-type': 'application/json' } });
    };
  });
  afterEach(clearPage);

  async function open(attributes: Readonly<Record<string, string>> = {}, parent = stage) {
    const uploader = await show({ 'with-poster': '', 'backend': BACKEND, ...attributes }, parent);
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    return { uploader, author: new UploaderAuthor(uploader) };
  }
  const film = async () =>
    new File([await (await fetch('/test/media/dusk.mp4')).arrayBuffer()], 'dusk.mp4', { type: 'video/mp4' });
  const drawing = async (across: number, down: number, type = 'image/png') => {
    const canvas = new OffscreenCanvas(across, down);
    const context = canvas.getContext('2d');
    if (!context) throw new TypeError('Nothing can be drawn.');
    context.fillStyle = '#c33';
    context.fillRect(0, 0, across / 2, down);
    return new File([await canvas.convertToBlob({ type })], 'drawing.png', { type });
  };
  const sizeOf = async (picture: Blob) => {
    const { width, height } = await createImageBitmap(picture);
    return `${String(width)} x ${String(height)}`;
  };

  it('offers pictures of the film at once, and saves the chosen one', async () => {
    const form = document.createElement('form');
    stage.append(form);
    const { uploader, author } = await open({ name: 'video' }, form);
    const told: (string | undefined)[] = [];
    uploader.element.addEventListener('vh-poster-change', ({ videoId, picture }) =>
      told.push(videoId, picture.type),
    );
    const changes: string[] = [];
    uploader.choose(await film());
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.offers.length === 4);
    for (const type of ['input', 'change'])
      uploader.element.addEventListener(type, (event) => changes.push(event.type));
    expect(asked).to.deep.equal([]);
    expect(await axeViolations(stage)).to.deep.equal([]);
    author.pressOffer(1);
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    expect(author.offers.map((name) => name.endsWith('*'))).to.deep.equal([false, true, false, false]);
    const [videoId = ''] = service.videos.keys();
    expect(asked.map(({ path, claim }) => [path, claim])).to.deep.equal([
      [`/videos/${videoId}/poster`, 'proof'],
    ]);
    expect(told).to.deep.equal([videoId, 'image/jpeg']);
    await uploader.until(() => author.preview !== '');
    const [details] = JSON.parse(new FormData(form).get('video.details') as string) as {
      poster: { time: number };
    }[];
    expect(details?.poster.time).to.be.greaterThan(0);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    expect(changes).to.deep.equal([]);
  });

  it('takes the moment at which the slider stays, and none on its way', async () => {
    const { uploader, author } = await open();
    uploader.choose(await film());
    await uploader.until(() => author.slider !== undefined);
    for (const moment of [0.2, 0.5, 1.25]) author.scrub(moment);
    await uploader.until(() => author.slider?.getAttribute('aria-valuetext') === '0:01.2');
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    expect(asked.length).to.equal(1);
    expect(author.preview).not.to.equal('');
    expect(await sizeOf(asked[0]?.picture ?? new Blob())).to.match(/^\d+ x \d+$/);
  });

  it('takes a picture of the author’s own, made as small as the service takes it', async () => {
    const { uploader, author } = await open({ 'without-autostart': '' });
    uploader.choose(await film());
    await uploader.until(() => author.offers.length > 0);
    author.chooseImage(await drawing(4000, 3000));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.waiting'));
    expect(asked).to.deep.equal([]);
    uploader.element.start();
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    const { picture } = asked[0] ?? { picture: new Blob() };
    expect(await sizeOf(picture)).to.equal('1920 x 1440');
    expect(picture.size).to.be.lessThan(4 * 2 ** 20);
    const { details } = await uploader.when('vh-upload-done');
    expect(details).to.deep.equal({ poster: { name: 'drawing.png' } });
  });

  it('has a clear word for a file of 100 MB, for one pixel, and for no picture at all', async () => {
    const { uploader, author } = await open();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.posterStatus === words('uploaderPoster.noFilm'));
    const megabyte = new Blob([new Uint8Array(2 ** 20)]);
    author.chooseImage(
      new File(
        Array.from({ length: 100 }, () => megabyte),
        'a.png',
        { type: 'image/png' },
      ),
    );
    await uploader.until(() => author.posterStatus === words('uploaderPoster.tooLarge'));
    author.chooseImage(await drawing(1, 1));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.tooSmall'));
    author.chooseImage(new File(['no picture'], 'a.png', { type: 'image/png' }));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.notPicture'));
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
    author.chooseImage(await drawing(320, 180, 'image/jpeg'));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    expect(await sizeOf(asked[0]?.picture ?? new Blob())).to.equal('320 x 180');
  });

  it('has the picture again that an earlier visit has chosen, and sends what that could not', async () => {
    const videoId = `vi-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    const picture = await drawing(320, 180, 'image/jpeg');
    const source = { name: 'drawing.png' };
    await new PosterMemory('ann').write(videoId, { source, picture, isSaved: false });
    const form = document.createElement('form');
    stage.append(form);
    const { uploader, author } = await open({ name: 'video', subject: 'ann' }, form);
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof', videoId };
    uploader.choose(await film());
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    expect(asked.map(({ path }) => path)).to.deep.equal([`/videos/${videoId}/poster`]);
    expect(await sizeOf(asked[0]?.picture ?? new Blob())).to.equal('320 x 180');
    await uploader.until(() => author.preview !== '');
    await uploader.when('vh-upload-done');
    const said = JSON.parse(new FormData(form).get('video.details') as string) as unknown;
    expect(said).to.deep.equal([{ videoId, poster: source }]);
    await until(async () => (await new PosterMemory('ann').read(videoId)) === undefined);
  });

  it('says that the site does not take it, and tries again', async () => {
    const { uploader, author } = await open();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.hasPart('poster-form'));
    status = 403;
    author.chooseImage(await drawing(320, 180));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.refused'));
    status = 200;
    uploader.press(words('uploaderPoster.retry'));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));
    expect(asked.length).to.equal(2);
  });

  for (const width of [220, 320, 500, 900])
    it(`stays inside its row, ${String(width)} pixels wide`, async () => {
      stage.style.inlineSize = `${String(width)}px`;
      const { uploader, author } = await open({ 'with-details': '' });
      uploader.choose(await film());
      await uploader.until(() => author.offers.length === 4);
      const frame = uploader.frame.getBoundingClientRect();
      expect(author.outside(frame)).to.deep.equal([]);
    });

  it('is absent unless the page asks for it', async () => {
    const { uploader } = await open();
    uploader.element.withPoster = false;
    uploader.choose(await film());
    await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.isDressed);
    expect(uploader.hasPart('poster-form')).to.equal(false);
  });
});
