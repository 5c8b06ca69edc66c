import { expect } from 'chai';
import { inspectFile } from '../../../../../src/upload/inspect/inspect-file.ts';
import { trimFile } from '../../../../../src/upload/trim/trim-file.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { words } from '../../../../support/words.ts';
import { UploaderTrim } from '../../support/uploader-trim.ts';

/** Twelve seconds of ten pictures a second. */
async function film(change?: (bytes: Uint8Array) => void): Promise<File> {
  const bytes = new Uint8Array(await (await fetch('/media/tiny.mp4')).arrayBuffer());
  change?.(bytes);
  return new File([bytes], 'trip.mp4', { type: 'video/mp4', lastModified: 1_700_000_000_000 });
}

/**
 * True when the preview has come to rest at the middle of the first picture that is chosen, or where the browser cannot decode
 * a whole group, at the next one before it that it can: a group of the film is a second, and a step back half of one.
 */
function isShown({ handles, isPreviewStill, previewTime = -1 }: UploaderTrim): boolean {
  const start = handles[0]?.valueAsNumber ?? NaN;
  return isPreviewStill && previewTime > start - 2.2 && previewTime < start + 0.05 && previewTime > 0;
}

/** Makes a film look encrypted. */
function encrypt(bytes: Uint8Array): void {
  const text = new TextDecoder('latin1').decode(bytes);
  bytes.set(new TextEncoder().encode('encv'), text.indexOf('stsd') + 16);
}

describe('<vh-uploader with-trim>', () => {
  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
  });
  afterEach(clearPage);

  async function chosen(file: File, attributes: Record<string, string> = {}) {
    const uploader = await show({ 'with-trim': '', ...attributes });
    uploader.element.grant = {
      ...{ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 65_536, max: 65_536 } },
    };
    uploader.choose(file);
    const trim = new UploaderTrim(uploader);
    const press = (handle: number, key: string, options: KeyboardEventInit = {}) => {
      trim.handles[handle]?.focus();
      uploader.key(key, options);
      return uploader.element.updateComplete;
    };
    return { uploader, trim, press };
  }

  it('waits for its author, and sends the stretch that they keep', async () => {
    const file = await film();
    const { uploader, trim, press } = await chosen(file);
    await uploader.until(() => trim.isThere);
    expect(trim.handles.map((handle) => handle.ariaLabel)).to.deep.equal([
      words('uploaderTrim.start'),
      words('uploaderTrim.end'),
    ]);
    expect(trim.spoken).to.deep.equal(['0:00.0', '0:12.0']);
    expect(await axeViolations(stage)).to.deep.equal([]);
    await press(0, 'ArrowRight', { shiftKey: true });
    await press(0, 'ArrowRight');
    await press(0, 'ArrowRight');
    await press(1, 'PageDown');
    expect(trim.spoken).to.deep.equal(['0:01.2', '0:02.0']);
    await press(1, 'ArrowLeft', { shiftKey: true });
    expect(trim.spoken[1]).to.equal('0:01.3', 'one picture remains');
    await press(1, 'ArrowUp', { shiftKey: true });
    await press(1, 'ArrowUp', { shiftKey: true });
    await press(1, 'ArrowDown');
    expect(trim.spoken).to.deep.equal(['0:01.2', '0:03.2']);
    expect(trim.text).to.contain(words('uploaderTrim.kept', { length: '0:02.0', total: '0:12.0' }));
    expect(service.seen.length).to.equal(0, 'no byte has left');
    uploader.press(words('uploader.start'));
    await uploader.when('vh-upload-done');
    const sent = new Blob([new Uint8Array(service.bytes())]);
    expect((await inspectFile(sent)).duration).to.be.closeTo(2, 0.001);
    const { file: wanted } = await trimFile(file, { start: 1.2, end: 3.2 });
    expect(await sent.text()).to.equal(await wanted.text());
    await uploader.until(() => !trim.isThere);
  });

  it('sends all of a film whose cut is taken back, and one that nobody has touched', async () => {
    const file = await film();
    const { uploader, trim, press } = await chosen(file);
    await uploader.until(() => trim.isThere);
    const reset = words('uploaderTrim.reset');
    expect(uploader.buttons).not.to.include(reset);
    await press(0, 'PageUp');
    expect(uploader.buttons).to.include(reset);
    uploader.press(reset);
    await uploader.element.updateComplete;
    expect(trim.spoken).to.deep.equal(['0:00.0', '0:12.0']);
    uploader.element.start();
    await uploader.when('vh-upload-done');
    expect(new Blob([new Uint8Array(service.bytes())]).size).to.equal(file.size);
  });

  it('shows pictures of the film, and the first and the last one that remain', async () => {
    if (document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c00c"') === '') return;
    const { uploader, trim, press } = await chosen(await film());
    await uploader.until(() => trim.previewTime !== undefined);
    expect(trim.pictures).to.equal(8);
    await press(0, 'PageUp');
    await uploader.until(() => Math.abs((trim.previewTime ?? 0) - 10.05) < 0.01);
    await press(1, 'ArrowLeft', { shiftKey: true });
    await uploader.until(() => Math.abs((trim.previewTime ?? 0) - 10.95) < 0.01);
    uploader.press(words('uploaderTrim.play'));
    await uploader.until(() => (trim.previewTime ?? 0) > 10 && (trim.previewTime ?? 0) < 10.6);
    await uploader.until(() => uploader.buttons.includes(words('uploaderTrim.play')));
    expect(trim.previewTime).to.be.closeTo(11, 0.4);
  });

  it('shows pictures of a film with moments that the browser cannot decode, and goes on from them', async () => {
    const name = 'open-groups.mp4';
    const bytes = await (await fetch(`/media/inspect/${name}`)).blob();
    if (document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c00c"') === '') return;
    const { uploader, trim, press } = await chosen(new File([bytes], name, { type: 'video/mp4' }));
    await uploader.until(() => trim.previewTime !== undefined);
    expect(trim.pictures).to.equal(8);
    // Each moment in turn, whichever of them fails: the last is shown, or a picture before it.
    for (let second = 0; second < 3; second++) {
      await press(0, 'ArrowRight', { shiftKey: true });
      await uploader.until(() => isShown(trim));
    }
    await press(0, 'Home');
    await uploader.until(() => (trim.previewTime ?? 1) < 0.05);
  });

  it('shows the moment that is chosen while it gets over one that the browser cannot decode', async () => {
    const name = 'open-groups.mp4';
    const bytes = await (await fetch(`/media/inspect/${name}`)).blob();
    if (document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c00c"') === '') return;
    const { uploader, trim, press } = await chosen(new File([bytes], name, { type: 'video/mp4' }));
    await uploader.until(() => trim.previewTime !== undefined);
    const preview = { hasFailed: false };
    trim.whenPreviewFails(() => {
      preview.hasFailed = true;
      void press(0, 'Home');
    });
    // Not each browser fails at one of them.
    for (let second = 0; second < 2 && !preview.hasFailed; second++) {
      await press(0, 'ArrowRight', { shiftKey: true });
      await uploader.until(() => preview.hasFailed || isShown(trim));
    }
    if (!preview.hasFailed) await press(0, 'Home');
    await uploader.until(() => trim.isPreviewStill && (trim.previewTime ?? 1) < 0.05);
  });

  it('has its time run from left to right in every language, with the shades where the handles are', async () => {
    stage.lang = 'he';
    stage.dir = 'rtl';
    const { uploader, trim, press } = await chosen(await film());
    await uploader.until(() => trim.isThere);
    await press(0, 'ArrowRight', { shiftKey: true });
    await press(0, 'ArrowRight', { shiftKey: true });
    await press(1, 'ArrowLeft', { shiftKey: true });
    await uploader.until(() => trim.places.length === 2);
    expect(trim.handles.map(({ valueAsNumber }) => Math.round(valueAsNumber))).to.deep.equal([2, 11]);
    for (const [shaded, value] of trim.places) expect(shaded).to.be.closeTo(value, 0.01);
    trim.pressStrip(0.5);
    await uploader.until(() => Math.round(trim.handles[0]?.valueAsNumber ?? 0) === 6);
    trim.pressStrip(0.8);
    await uploader.until(() => Math.abs((trim.handles[1]?.valueAsNumber ?? 0) - 9.6) < 0.06);
    stage.dir = '';
  });

  it('sends nothing of a film that cannot be cut, and all of it once the cut is taken back', async () => {
    const file = await film(encrypt);
    const { uploader, trim, press } = await chosen(file);
    await uploader.until(() => trim.isThere);
    await press(0, 'ArrowRight', { shiftKey: true });
    uploader.press(words('uploader.start'));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.text.includes(words('uploader.notCut')));
    expect(service.seen.length).to.equal(0, 'never the whole film in place of the cut one');
    expect(trim.spoken[0]).to.equal('0:01.0');
    uploader.press(words('uploaderTrim.reset'));
    await uploader.element.updateComplete;
    uploader.press(words('uploader.retry'));
    await uploader.when('vh-upload-done');
    expect(service.bytes().length).to.equal(file.size);
  });

  it('has no strip for what is no film, nor without the attribute', async () => {
    const { uploader, trim } = await chosen(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.start')));
    expect(trim.isThere).to.equal(false);
    uploader.press(words('uploader.start'));
    await uploader.when('vh-upload-done');
    const plain = await show();
    plain.element.grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      partSize: { min: 65_536, max: 65_536 },
    };
    plain.choose(await film());
    await plain.when('vh-upload-done');
    expect(new UploaderTrim(plain).isThere).to.equal(false);
  });

  it('fits into 240 pixels, and its events stay inside', async () => {
    stage.style.inlineSize = '240px';
    const events: string[] = [];
    const { uploader, trim, press } = await chosen(await film());
    for (const type of ['input', 'change']) uploader.element.addEventListener(type, () => events.push(type));
    await uploader.until(() => trim.isThere);
    trim.handles[0]?.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await press(0, 'ArrowRight');
    expect(events).to.deep.equal([]);
    expect(uploader.element.scrollWidth).to.be.at.most(240);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
  });
});
