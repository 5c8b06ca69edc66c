import { expect } from 'chai';
import { inspectFile } from '../../../../src/upload/inspect/inspect-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';
import { UploaderAuthor } from '../support/uploader-author.ts';
import { UploaderCaptions } from '../support/uploader-captions.ts';
import { UploaderTrim } from '../support/uploader-trim.ts';

const BACKEND = 'https://site.example/vh';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:03.000\nTwo\n';

describe('<vh-uploader> with all that an author does with a film', () => {
  /** What the page backend has of each video. */
  let stored: Map<string, { details: Record<string, unknown>; picture: Uint8Array; captions: string[] }>;

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
      else if (what === 'captions') video.captions.push(`${new URL(url).search} ${body}`);
      else {
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

  /** All that is submitted, in its order. */
  const entriesOf = (form: HTMLFormElement) => {
    let entries: [string, FormDataEntryValue][] | undefined;
    const note = (event: SubmitEvent) => {
      event.preventDefault();
      entries = [...new FormData(form, event.submitter)];
    };
    form.addEventListener('submit', note, { once: true });
    form.requestSubmit();
    return entries;
  };

  for (const attributes of [
    { name: 'film' },
    { 'name': 'film', 'upload-group': 'films' },
    { 'upload-group': 'films' },
  ])
    it(`gives the form what was said, shown, kept and added: ${Object.keys(attributes).join(', ')}`, async () => {
      const form = document.createElement('form');
      form.append(Object.assign(document.createElement('input'), { name: 'page', value: '7' }));
      stage.append(form);
      const parts = {
        'with-details': '',
        'with-poster': '',
        'with-trim': '',
        'captions': '',
        'required': '',
      };
      const uploader = await show({ ...parts, backend: BACKEND, ...attributes }, form);
      uploader.element.innerHTML =
        '<label slot="details">Kind <select name="kind"><option>talk<option selected>trip</select></label>';
      uploader.element.grant = {
        ...{ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 65_536, max: 65_536 } },
        claim: 'proof',
      };
      const author = new UploaderAuthor(uploader);
      const trim = new UploaderTrim(uploader);
      const captions = new UploaderCaptions(uploader);
      uploader.choose(await film());
      await uploader.until(() => author.openAreas === 1 && trim.isThere && uploader.hasPart('poster-form'));
      // One second and a tenth at the start, at the end all that is later than three seconds.
      for (const shiftKey of [true, false]) {
        trim.handles[0]?.focus();
        uploader.key('ArrowRight', { shiftKey });
        await uploader.element.updateComplete;
      }
      trim.handles[1]?.focus();
      for (let times = 0; times < 9; times++) {
        uploader.key('ArrowLeft', { shiftKey: true });
        await uploader.element.updateComplete;
      }
      expect(trim.spoken).to.deep.equal(['0:01.1', '0:03.0']);
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
      await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.add')));
      for (const language of ['de', 'fr']) {
        await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.add')));
        captions.choose(new File([VTT], `trip.${language}.vtt`));
        await uploader.pressSoon(words('uploaderCaptions.send'));
        await uploader.until(() => !uploader.buttons.includes(words('uploaderCaptions.send')));
      }
      await uploader.pressSoon(`${words('uploaderCaptions.remove')}: French`);
      await uploader.until(() =>
        captions.text.includes(words('uploaderCaptions.removed', { language: 'French' })),
      );
      await uploader.until(() => author.status === words('uploaderDetails.saved'));
      await uploader.until(() => author.posterStatus === words('uploaderPoster.saved'));

      const [videoId = ''] = service.videos.keys();
      const said = { title: 'By the <b>sea</b>', description: 'Two\nlines', tags: ['sea', 'wind'] };
      const details = { videoId, ...said, fields: { kind: 'trip' } };
      const chosen = { poster: { name: 'sea.jpg' }, trim: { start: 1.1, end: 3 }, captions: ['de'] };
      const entries = entriesOf(form);
      const own: [string, unknown][] = (entries ?? []).map(([name, value]) => [
        name,
        name === 'film.details' ? JSON.parse(value as string) : value,
      ]);
      const named = [
        ['film', videoId],
        ['film.details', [{ ...details, ...chosen }]],
      ];
      expect(own).to.have.deep.members([
        ['page', '7'],
        ['kind', 'trip'],
        ...('name' in attributes ? named : []),
      ]);
      // What the form says is what is stored.
      const video = stored.get(videoId);
      expect([...stored.keys()]).to.deep.equal([videoId]);
      expect(video?.details).to.deep.equal({ ...said, fields: { kind: 'trip' } });
      const { width, height } = await createImageBitmap(new Blob([video?.picture.slice() ?? '']));
      expect([width, height]).to.deep.equal([320, 180]);
      expect(video?.captions.map((one) => one.split(' ')[0])).to.deep.equal([
        '?action=put&language=de',
        '?action=put&language=fr',
        '?action=delete&language=fr',
      ]);
      expect(video?.captions[0]).to.contain('One');
      const sent = new Blob([new Uint8Array(service.bytes())]);
      expect((await inspectFile(sent)).duration).to.be.closeTo(1.9, 0.001);
    });
});
