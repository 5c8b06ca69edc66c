import { expect } from 'chai';
import { inspectFile } from '../../../../src/upload/inspect/inspect-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { words } from '../../../support/words.ts';
import { UploaderAuthor } from '../support/uploader-author.ts';
import { UploaderCaptions } from '../support/uploader-captions.ts';
import { UploaderTrim } from '../support/uploader-trim.ts';

const BACKEND = 'https://site.example/vh';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:03.000\nTwo\n';

describe('<vh-uploader> with all that an author does with a film', function () {
  // A machine without a decoder of its own draws pictures slowly.
  this.timeout(60_000);

  /** What the page backend has of each video. */
  let stored: Map<
    string,
    { details: Record<string, unknown>; picture: Uint8Array; captions: [string, string][] }
  >;

  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
    // Of another test's video.
    localStorage.removeItem('vh-upload-details');
    stored = new Map();
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = async (input, init) => {
      const { url } = new Request(input, init);
      const [, id = '', what] = /\/vh\/videos\/([^/]+)\/(details|poster|captions)\b/.exec(url) ?? [];
      if (!url.startsWith(BACKEND) || what === undefined) return rest(input, init);
      expect(new Headers(init?.headers).get('x-vh-claim')).to.equal('proof');
      const video = stored.get(id) ?? { details: {}, picture: new Uint8Array(), captions: [] };
      stored.set(id, video);
      const body = init?.body as string;
      if (what === 'details') Object.assign(video.details, JSON.parse(body));
      else if (what === 'captions') {
        const { text = '' } = JSON.parse(body || '{}') as { text?: string };
        video.captions.push([new URL(url).search, text]);
      }
      if (what === 'poster') {
        const { image } = JSON.parse(body) as { image: string };
        video.picture = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
      }
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    };
  });
  afterEach(clearPage);

  /** A picture of the author's own. */
  async function drawing(): Promise<File> {
    const canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d');
    if (!context) throw new TypeError('Nothing can be drawn.');
    context.fillStyle = '#c33';
    context.fillRect(0, 0, 160, 180);
    return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'sea.jpg', { type: 'image/jpeg' });
  }

  async function film(): Promise<File> {
    return new File([await (await fetch('/media/tiny.mp4')).arrayBuffer()], 'my_trip.mp4', {
      type: 'video/mp4',
    });
  }

  /** All that is submitted; what is said of films as the site's server reads it. */
  const submittedBy = (form: HTMLFormElement) => {
    let entries: [string, unknown][] | undefined;
    const note = (event: SubmitEvent) => {
      event.preventDefault();
      entries = [...new FormData(form)].map(([name, value]) => [
        name,
        name.endsWith('.details') ? JSON.parse(value as string) : value,
      ]);
    };
    form.addEventListener('submit', note, { once: true });
    form.requestSubmit();
    return entries;
  };

  /** An uploader in a form that has a control of its own, too. */
  async function open(attributes: Readonly<Record<string, string>>) {
    const form = document.createElement('form');
    form.append(Object.assign(document.createElement('input'), { name: 'page', value: '7' }));
    stage.append(form);
    const uploader = await show({ backend: BACKEND, ...attributes }, form);
    uploader.element.grant = {
      ...{ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 65_536, max: 65_536 } },
      claim: 'proof',
    };
    const author = new UploaderAuthor(uploader);
    const trim = new UploaderTrim(uploader);
    const captions = new UploaderCaptions(uploader);
    const addCaptions = async (language: string) => {
      await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.add')));
      captions.choose(new File([VTT], `trip.${language}.vtt`));
      await uploader.pressSoon(words('uploaderCaptions.send'));
      const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? '';
      await uploader.until(() => captions.text.includes(words('uploaderCaptions.added', { language: name })));
    };
    return { form, uploader, author, trim, captions, addCaptions };
  }

  it('gives the form what was said, shown, kept and added, as it is stored', async () => {
    const parts = { 'with-details': '', 'with-poster': '', 'with-trim': '', 'captions': '' };
    const { form, uploader, author, trim, addCaptions } = await open({
      ...parts,
      ...{ 'name': 'film', 'upload-group': 'films', 'required': '' },
    });
    uploader.element.innerHTML =
      '<label slot="details">Kind <select name="kind"><option>talk<option selected>trip</select></label>';
    uploader.choose(await film());
    await uploader.until(() => author.openAreas === 1 && trim.isThere && uploader.hasPart('poster-form'));
    // One second at the start, at the end all that is later than two.
    trim.handles[0]?.focus();
    uploader.key('ArrowRight', { shiftKey: true });
    trim.handles[1]?.focus();
    uploader.key('PageDown');
    uploader.key('ArrowUp');
    await uploader.element.updateComplete;
    expect(trim.spoken).to.deep.equal(['0:01.0', '0:02.1']);
    author.type('title', 'By the <b>sea</b>');
    author.type('description', 'Two\nlines');
    author.type('tags', 'sea, wind');
    author.leave('tags');
    author.chooseImage(await drawing());
    await uploader.until(() => author.posterStatus === words('uploaderPoster.waiting'));
    expect(form.checkValidity()).to.equal(false, 'a required film has not been sent');
    expect([service.seen.length, stored.size]).to.deep.equal([0, 0]);
    uploader.element.start();
    await uploader.when('vh-upload-done');
    await addCaptions('de');
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));

    const [videoId = ''] = service.videos.keys();
    const said = { title: 'By the <b>sea</b>', description: 'Two\nlines', tags: ['sea', 'wind'] };
    const fields = { kind: 'trip' };
    const chosen = { poster: { name: 'sea.jpg' }, trim: { start: 1, end: 2.1 }, captions: ['de'] };
    expect(submittedBy(form)).to.have.deep.members([
      ['page', '7'],
      ['kind', 'trip'],
      ['film', videoId],
      ['film.details', [{ videoId, ...said, fields, ...chosen }]],
    ]);
    // What the form says is what is stored.
    expect([...stored.keys()]).to.deep.equal([videoId]);
    const video = stored.get(videoId);
    expect(video?.details).to.deep.equal({ ...said, fields });
    const { width, height } = await createImageBitmap(new Blob([video?.picture.slice() ?? '']));
    expect([width, height]).to.deep.equal([320, 180]);
    expect(video?.captions).to.deep.equal([['?action=put&language=de', VTT]]);
    const sent = new Blob([new Uint8Array(service.bytes())]);
    expect((await inspectFile(sent)).duration).to.be.closeTo(1.1, 0.001);
  });

  it('gives the form the languages that are left', async () => {
    const { form, uploader, captions, addCaptions } = await open({ name: 'film', captions: '' });
    uploader.choose(makeFile(10, 'trip.mp4'));
    for (const language of ['de', 'fr']) await addCaptions(language);
    await uploader.pressSoon(`${words('uploaderCaptions.remove')}: French`);
    const removed = words('uploaderCaptions.removed', { language: 'French' });
    await uploader.until(() => captions.text.includes(removed));
    const [videoId = ''] = service.videos.keys();
    expect(submittedBy(form)).to.deep.equal([
      ['page', '7'],
      ['film', videoId],
      ['film.details', [{ videoId, captions: ['de'] }]],
    ]);
  });

  it('gives the form nothing without a name, in a group of its own, too', async () => {
    const { form, uploader, author } = await open({ 'with-details': '', 'upload-group': 'films' });
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    expect(uploader.element.values).to.deep.equal([...service.videos.keys()]);
    expect(submittedBy(form)).to.deep.equal([['page', '7']]);
  });
});
