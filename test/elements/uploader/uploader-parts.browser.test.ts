import { expect } from 'chai';
import type { VhUploader } from '../../../src/define/vh-uploader.ts';
import { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, stage } from '../../support/elements/uploader-page.ts';
import { makeBytes } from '../../support/upload/uploader-file.ts';
import { serve } from '../../support/upload/uploader-network.ts';
import { until } from '../../support/until.ts';
import { words } from '../../support/words.ts';
import { openFrame } from './support/uploader-frame.ts';

/** A page whose uploader is without one of its later modules. */
interface Page {
  readonly window: Window & typeof globalThis;
  readonly uploader: UploaderHarness;
  /** The codes of the errors that the page was told of, and rejections that nobody has handled. */
  readonly told: string[];
  readonly file: (name: string) => File;
}

interface LaterPart {
  readonly what: string;
  readonly module: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Before the page is opened. */
  readonly before?: () => Promise<void>;
  /** Brings the page to need the part. */
  readonly need: (page: Page) => void;
  /** Needs it once more, and says whether a person has it. */
  readonly isThere: (page: Page) => boolean;
}

const PARTS: readonly LaterPart[] = [
  {
    what: 'the rows',
    module: 'upload-list-view',
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.rows.includes('a.mp4'),
  },
  {
    what: 'the recorder',
    module: 'recorder-panel',
    attributes: { capture: 'camera' },
    need: () => {},
    isThere: ({ uploader }) => {
      if (!uploader.hasPart('recorder')) uploader.pressPart('record-open-button');
      return uploader.hasPart('recorder');
    },
  },
  {
    what: 'the offer to continue',
    module: 'unfinished-offer',
    before: async () => {
      const { frame, uploader, file } = await openFrame({});
      service.faults.push(undefined, 'silence', 'silence');
      uploader.element.upload(file('trip.mp4'));
      await uploader.until(() => service.seen.length === 3);
      frame.remove();
    },
    need: () => {},
    isThere: ({ uploader }) => uploader.hasPart('offer'),
  },
  {
    what: 'the place where a film is cut',
    module: 'trim-panel',
    attributes: { 'with-trim': '' },
    need: ({ window, uploader }) =>
      void fetch('/media/tiny.mp4')
        .then((answer) => answer.blob())
        .then((film) => uploader.element.upload(new window.File([film], 'film.mp4', { type: 'video/mp4' }))),
    isThere: ({ uploader }) => uploader.hasPart('trim'),
  },
  {
    what: "the author's captions",
    module: 'captions-panel',
    attributes: { captions: '', backend: '/no-such-backend' },
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.hasPart('captions-add-button'),
  },
  {
    what: 'the details of a film',
    module: 'details-panel',
    attributes: { 'with-details': '' },
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.hasPart('details-form'),
  },
  {
    what: 'the picture of a film',
    module: 'poster-panel',
    attributes: { 'with-poster': '' },
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.hasPart('poster-form'),
  },
  {
    what: 'the way to the end of an upload',
    module: 'share-panel',
    attributes: { 'with-share': '' },
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.hasPart('share'),
  },
  {
    what: 'the checksum of what was sent',
    module: 'checksum-panel',
    attributes: { 'with-checksum': '' },
    need: ({ uploader, file }) => uploader.element.upload(file('a.mp4')),
    isThere: ({ uploader }) => uploader.hasPart('checksum'),
  },
  {
    what: 'the page that takes drops',
    module: 'page-drop',
    attributes: { 'drop-on': 'page' },
    need: () => {},
    isThere: ({ window, uploader }) => {
      const dataTransfer = new window.DataTransfer();
      dataTransfer.items.add(new window.File(['x'], 'a.mp4', { type: 'video/mp4' }));
      for (const type of ['dragenter', 'dragover'])
        window.document.body.dispatchEvent(
          new window.DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
        );
      return uploader.find('.page-drop')?.matches(':popover-open') === true;
    },
  },
];

/** Firefox keeps for as long as a document lives that a module did not come. */
const asksAgain = !navigator.userAgent.includes('Firefox');

describe('<vh-uploader> whose later code could not be fetched', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** A page that gets a module only after so many requests for it. */
  async function openWithout({ module, attributes = {}, before }: LaterPart, times: number): Promise<Page> {
    await before?.();
    service.faults.length = 0;
    const frame = document.createElement('iframe');
    frame.srcdoc = '<!doctype html><html lang="en"><body><vh-uploader></vh-uploader></body></html>';
    stage.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const window = frame.contentWindow as Window & typeof globalThis;
    serve(service, window);
    const element = window.document.querySelector('vh-uploader') as VhUploader;
    const told: string[] = [];
    element.addEventListener('vh-error', ({ code }) => told.push(code));
    window.addEventListener('unhandledrejection', () => told.push('unhandled'));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    const script = window.document.createElement('script');
    script.type = 'module';
    script.src = `/without/${module}/${String(times)}/${crypto.randomUUID()}/src/define/vh-uploader.ts`;
    window.document.head.append(script);
    await window.customElements.whenDefined('vh-uploader');
    const uploader = new UploaderHarness(element);
    await element.updateComplete;
    const file = (name: string) => new window.File([makeBytes(10)], name, { type: 'video/mp4' });
    return { window, uploader, told, file };
  }

  for (const part of PARTS) {
    it(`has ${part.what} at the next need of it, and tells the page once`, async () => {
      const page = await openWithout(part, 1);
      part.need(page);
      await until(() => page.told.length > 0);
      await until(
        () => part.isThere(page) || !asksAgain,
        () => [page.told, page.uploader.text, page.uploader.story],
      );
      expect(page.told).to.deep.equal(['code-unavailable']);
    });

    it(`uploads without ${part.what}, by the keyboard too, and tells the page once`, async () => {
      const page = await openWithout(part, 1_000);
      const { uploader, told, file } = page;
      part.need(page);
      await until(() => told.length > 0);
      // Needs it again.
      expect(part.isThere(page)).to.equal(false);
      if (uploader.story.includes('vh-upload-start')) await uploader.when('vh-upload-done');
      uploader.element.cancel();
      uploader.element.value = '';
      await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
      let dialogs = 0;
      uploader.input.addEventListener('click', (event) => {
        event.preventDefault();
        dialogs++;
      });
      uploader.button(words('uploader.choose')).focus();
      expect(uploader.focused).to.equal(words('uploader.choose'));
      uploader.press(words('uploader.choose'));
      expect(dialogs).to.equal(1);
      const stored = service.videos.size;
      const done = new Promise((resolve) => uploader.element.addEventListener('vh-upload-done', resolve));
      uploader.element.upload(file('b.mp4'));
      // Where it waits for its author.
      uploader.element.start();
      await done;
      expect(service.videos.size).to.equal(stored + 1);
      expect(uploader.element.value).not.to.equal('');
      expect(part.isThere(page)).to.equal(false);
      expect(told).to.deep.equal(['code-unavailable']);
    });
  }
});
