import { expect } from 'chai';
import { cells } from '../../support/division.ts';
import { givePiece, recordShortly } from './support/page-recorder.ts';
import { contrastOf } from '../../support/elements/seen-contrast.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { film, RECORDER_STATES } from './support/uploader-states.ts';
import { words } from '../../support/words.ts';

const LONG = 'A walk with a very long name along the coast, the second half of it.mp4';

describe('<vh-uploader>, as it is seen', () => {
  beforeEach(setUpPage);
  afterEach(async () => {
    await clearPage();
    document.documentElement.dir = '';
    document.documentElement.lang = 'en';
    document.documentElement.style.colorScheme = '';
  });

  /** The painted value of a colour of any notation, as `r,g,b`. */
  function painted(colour: string): string {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).join();
  }

  async function uploading(name = LONG, attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    service.faults.push(undefined, 'silence');
    const uploader = await show(attributes);
    uploader.element.grant = {
      ...{ protocol: 'parts', url: service.url, token: 'good' },
      partSize: { min: 30_000, max: 30_000 },
    };
    uploader.choose(await film(name));
    await uploader.until(() => uploader.hasPart('poster') && Number(uploader.bar?.value) > 50);
    return uploader;
  }

  const boxOf = (uploader: UploaderHarness, selector: string): DOMRect => {
    const found = uploader.find(selector);
    if (!found) throw new TypeError(`There is no ${selector}.`);
    return found.getBoundingClientRect();
  };

  for (const scheme of ['light', 'dark']) {
    it(`has a frame and a bar that stand out from the page: ${scheme}`, async () => {
      document.documentElement.style.colorScheme = scheme;
      const empty = await show();
      const frame = empty.styleOf('.frame');
      const surface = painted(frame.backgroundColor);
      expect(contrastOf(painted(frame.borderTopColor), surface)).to.be.at.least(3);
      const uploader = await uploading();
      const bar = uploader.styleOf('.bar');
      uploader.finishTransitions();
      expect(contrastOf(painted(bar.borderTopColor), surface)).to.be.at.least(3);
      const fill = painted(uploader.styleOf('.fill').backgroundColor);
      expect(contrastOf(fill, painted(bar.backgroundColor))).to.be.at.least(3);
    });
  }

  for (const width of cells([200, 320, 416, 640])) {
    it(`shows picture, name, kind and buttons ${width} pixels wide`, async () => {
      stage.style.inlineSize = `${width}px`;
      const uploader = await uploading();
      const frame = boxOf(uploader, '.frame');
      const picture = boxOf(uploader, '.poster');
      expect(picture.width).to.be.at.least(40);
      const remove = boxOf(uploader, '[part="cancel-button"]');
      // What the kind of the file is, is never cut off.
      const end = boxOf(uploader, '.cut > :last-child');
      expect(end.width).to.be.greaterThan(20);
      expect(end.right).to.be.at.most(frame.right);
      expect(uploader.find('.cut > :last-child')?.dataset['text']).to.match(/it\.mp4$/);
      // Something else stands on the line that the × is on.
      expect(remove.top).to.be.below(picture.bottom);
      expect(uploader.frame.scrollWidth).to.be.at.most(width);
    });

    it(`does not leave the × alone on a line, ${width} pixels wide`, async () => {
      stage.style.inlineSize = `${width}px`;
      for (const again of [false, true]) {
        const uploader = await show();
        if (again) service.faults.push({ status: 400 });
        uploader.choose(makeFile(10, again ? 'One.mp4' : 'Two.mp4'));
        await uploader.when(again ? 'vh-error' : 'vh-upload-playable');
        // The event comes before the row has changed.
        await uploader.until(() => {
          const remove = boxOf(uploader, '[part="cancel-button"]');
          const others = [boxOf(uploader, '.row .badge'), boxOf(uploader, '.actions > :first-child')];
          return others.some(({ top, bottom }) => remove.top < bottom && top < remove.bottom);
        });
        uploader.element.remove();
      }
    });
  }

  it('parts no number from its unit', async () => {
    const uploader = await show({ 'max-size': '1000' });
    uploader.choose(makeFile(15_000, 'trip.mp4'));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.isDressed && uploader.hasPart('detail'));
    for (let width = 160; width <= 420; width += 3) {
      stage.style.inlineSize = `${width}px`;
      const { values } = uploader;
      expect(values.length).to.be.greaterThan(1);
      for (const value of values) expect(value.getClientRects(), value.textContent).to.have.length(1);
    }
  });

  it('covers no words of a recording with the meter on a phone', async () => {
    const ended = new AbortController();
    recordShortly(ended.signal);
    try {
      stage.style.inlineSize = '358px';
      const uploader = await RECORDER_STATES['recording']!(ended.signal);
      // A disk that is too slow keeps nothing: then the words are those for sent bytes.
      givePiece();
      await uploader.until(() => (uploader.find('.safe')?.textContent.trim() ?? '') !== '');
      const meter = uploader.find('.level');
      // The test's camera has no sound.
      if (meter) meter.hidden = false;
      expect(boxOf(uploader, '.safe').right).to.be.at.most(boxOf(uploader, '.level').left);
    } finally {
      ended.abort();
    }
  });

  it('shows a name whole where there is room, and says it whole where there is none', async () => {
    const uploader = await uploading('Short name.mp4');
    const [head] = [uploader.find('.cut > :first-child')];
    expect(head?.scrollWidth).to.equal(head?.clientWidth);
    stage.style.inlineSize = '200px';
    const long = await uploading();
    expect(long.rows).to.deep.equal([LONG]);
    expect(long.find('.name')?.title).to.equal(LONG);
  });

  it('begins a name where the row begins on the other side, in the direction of the name', async () => {
    document.documentElement.dir = 'rtl';
    const uploader = await uploading('Short name.mp4');
    expect(uploader.styleOf('.cut').direction).to.equal('ltr');
    const [name, texts] = [boxOf(uploader, '.cut'), boxOf(uploader, '.texts')];
    expect(Math.abs(name.right - texts.right)).to.be.below(1);
  });

  it('isolates each number and unit, so that Arabic around them leaves them as they are', async () => {
    document.documentElement.lang = 'ar';
    document.documentElement.dir = 'rtl';
    const uploader = await uploading();
    const shown = () => [...(uploader.find('.detail')?.querySelectorAll('bdi') ?? [])];
    await uploader.until(() => shown().length >= 3);
    for (const value of shown()) expect(value.textContent.trim()).not.to.equal('');
    expect(uploader.find('.detail')?.textContent).not.to.match(/\{\w+\}/);
  });

  it('says how much of how much has left, with the unit once', async () => {
    const uploader = await uploading();
    expect(uploader.details[0]).to.contain(words('uploader.sentOf', { sent: '30', total: '50 kB' }));
  });

  it('says how large a file is, and how large it may be', async () => {
    const uploader = await show({ 'max-size': '2 MB' });
    uploader.choose(makeFile(2_300_000));
    await uploader.when('vh-error');
    expect(uploader.details).to.deep.equal([
      words('uploader.fileTooLargeBy', { size: '2.3 MB', limit: '2 MB' }),
    ]);
  });

  it('names the accepted kinds of video after another file was chosen', async () => {
    const uploader = await show();
    uploader.choose(makeFile(3, 'notes.txt', 'text/plain'));
    await uploader.when('vh-error');
    expect(uploader.details).to.deep.equal([words('uploader.fileNotVideo')]);
    const other = await show({ accept: '.mkv' });
    other.choose(makeFile(3, 'notes.txt', 'text/plain'));
    await other.when('vh-error');
    expect(other.details).to.deep.equal([words('uploader.fileType')]);
  });
});
