import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { UploaderCaptions } from '../../support/uploader-captions.ts';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { words } from '../../../../support/words.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:03.000\nTwo\n';
const BACKEND = 'https://site.example/vh';

describe('<vh-uploader captions>', () => {
  /** What the page backend was asked. */
  let asked: { url: string; claim: string | null }[];
  /** The status of its next answer. */
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
      if (!new URL(url, location.href).pathname.endsWith('/captions')) return rest(input, init);
      asked.push({ url, claim: new Headers(init?.headers).get('x-vh-claim') });
      const answer = new Response('{}', { status, headers: { 'content-type': 'application/json' } });
      return answer;
    };
  });
  afterEach(clearPage);

  async function stored(attributes: Readonly<Record<string, string>>) {
    const uploader = await show(attributes);
    uploader.element.grant = {
      ...{ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } },
      claim: 'proof',
    };
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    return uploader;
  }

  it('lets the author add, replace, show and remove captions of the video', async () => {
    const uploader = await stored({ captions: '', backend: BACKEND });
    const captions = new UploaderCaptions(uploader);
    const changes: string[] = [];
    for (const type of ['input', 'change'])
      uploader.element.addEventListener(type, (event) => changes.push(event.type));
    const add = words('uploaderCaptions.add');
    await uploader.until(() => uploader.buttons.includes(add));
    expect(await axeViolations(stage)).to.deep.equal([]);
    captions.choose(new File([VTT], 'trip.de.vtt'));
    await uploader.until(() => captions.text.includes('trip.de.vtt'));
    expect(captions.text).to.contain(words('uploaderCaptions.lines', { count: 2 }));
    expect(captions.language).to.equal('de');
    await uploader.until(() => captions.isChoosingLanguage);
    expect(await axeViolations(stage)).to.deep.equal([]);
    uploader.press(words('uploaderCaptions.send'));
    const added = words('uploaderCaptions.added', { language: 'German' });
    await uploader.until(() => captions.text.includes(added));
    await uploader.until(() => uploader.focused === add);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    uploader.press(`${words('uploaderCaptions.makeDefault')}: German`);
    await uploader.until(() => captions.text.includes(words('uploaderCaptions.isDefault')));
    captions.choose(new File([VTT], 'again.de.vtt'));
    await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.replace')));
    uploader.press(words('uploaderCaptions.cancel'));
    await uploader.until(() => uploader.focused === add);
    uploader.press(`${words('uploaderCaptions.remove')}: German`);
    const removed = words('uploaderCaptions.removed', { language: 'German' });
    await uploader.until(() => captions.text.includes(removed));
    const [videoId = ''] = service.videos.keys();
    const path = `${BACKEND}/videos/${videoId}/captions`;
    expect(asked.map(({ url, claim }) => [url, claim])).to.deep.equal([
      [`${path}?action=put&language=de`, 'proof'],
      [`${path}?action=default&language=de`, 'proof'],
      [`${path}?action=delete&language=de`, 'proof'],
    ]);
    // The value is the video's id, and has not changed.
    expect(changes).to.deep.equal([]);
  });

  it('explains a fault kindly, before and after it is sent', async () => {
    const uploader = await stored({ captions: '', backend: BACKEND });
    const captions = new UploaderCaptions(uploader);
    await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.add')));
    captions.choose(new File(['no captions'], 'trip.txt'));
    await uploader.until(() => captions.text.includes(words('uploaderCaptions.notCaptions')));
    status = 403;
    captions.choose(new File([VTT], 'trip.vtt'));
    await uploader.until(() => uploader.buttons.includes(words('uploaderCaptions.send')));
    uploader.press(words('uploaderCaptions.send'));
    await uploader.until(() => captions.text.includes(words('uploaderCaptions.refused')));
    expect(asked).to.have.length(1);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
  });

  it('is absent unless the page asks for it and the backend accepts captions', async () => {
    const pages: Record<string, string>[] = [{ backend: BACKEND }, { captions: '' }];
    for (const attributes of pages) {
      const uploader = await stored(attributes);
      await uploader.until(() => uploader.story.includes('vh-upload-done') && uploader.isDressed);
      expect(uploader.hasPart('captions')).to.equal(false);
    }
  });
});
