import { expect } from 'chai';
import { recordShortly, showCanvas } from './support/page-recorder.ts';
import { settled } from '../../support/until.ts';
import { makeFile, makeOwnFile } from '../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-uploader>, used as pages use it', () => {
  let ended: AbortController;

  beforeEach(() => {
    ended = new AbortController();
    setUpPage();
  });
  afterEach(async () => {
    await clearPage();
    ended.abort();
  });

  it('has one row for a value that is set twice', async () => {
    const form = document.createElement('form');
    stage.append(form);
    const uploader = await show({ multiple: '', name: 'film' }, form);
    uploader.element.value = 'vi1';
    uploader.element.value = 'vi2';
    await uploader.until(() => uploader.rows.length > 0);
    await settled();
    expect(uploader.rows).to.deep.equal(['vi2']);
    expect(new FormData(form).getAll('film')).to.deep.equal(['vi2']);
    // And once more, now that the list is there.
    uploader.element.value = 'vi3';
    uploader.element.value = 'vi4';
    await uploader.until(() => uploader.rows.includes('vi4'));
    await settled();
    expect(new FormData(form).getAll('film')).to.deep.equal(['vi4']);
  });

  it('keeps the own name of a file whose title the page has emptied', async () => {
    for (const title of [undefined, null, 7, '  ']) {
      const uploader = await show();
      uploader.element.addEventListener('vh-file-accept', (event) => Object.assign(event, { title }));
      uploader.choose(makeOwnFile(`clip ${String(title)}.mp4`));
      await uploader.when('vh-upload-done');
      expect(uploader.rows).to.deep.equal([`clip ${String(title)}.mp4`]);
      expect(uploader.element.checkValidity()).to.equal(true);
      uploader.element.remove();
    }
  });

  it('reads a size with its unit', async () => {
    const uploader = await show();
    const bytes = {
      '2 GB': 2e9,
      '2gb': 2e9,
      '1.5 MB': 1.5e6,
      '500kB': 5e5,
      '4096': 4096,
      '1e6': 1e6,
      '10 B': 10,
    };
    for (const [text, size] of Object.entries(bytes)) {
      uploader.element.setAttribute('max-size', text);
      expect(uploader.element.maxSize, text).to.equal(size);
    }
    uploader.element.setAttribute('max-size', '0.009 kB');
    uploader.choose(makeFile(10));
    expect((await uploader.when('vh-error')).code).to.equal('file-too-large');
    uploader.element.removeAttribute('max-size');
    expect(uploader.element.maxSize).to.equal(undefined);
  });

  for (const [name, value] of [
    ['max-size', 'two gigabytes'],
    ['max-duration', '5 min'],
    ['min-width', '640px'],
  ] as const) {
    it(`takes nothing under a limit that it cannot read: ${name}="${value}"`, async () => {
      const uploader = await show({ [name]: value });
      uploader.choose(makeFile(10));
      const event = await uploader.when('vh-error');
      expect(event.code).to.equal('invalid-use');
      expect(event.error.message).to.contain(name);
      expect(service.seen).to.have.length(0);
    });
  }

  it('does not offer to add more than max-files', async () => {
    const uploader = await show({ 'multiple': '', 'max-files': '2' });
    uploader.choose(makeOwnFile('One.mp4'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.add')));
    uploader.choose(makeOwnFile('Two.mp4'));
    await uploader.until(() => uploader.rows.length === 2);
    await uploader.until(() => !uploader.buttons.includes(words('uploader.add')));
    expect(uploader.total).to.contain(words('uploader.tooMany', { count: 2 }));
    uploader.pressPart('cancel-button');
    await uploader.until(() => uploader.buttons.includes(words('uploader.add')));
    expect(uploader.total).not.to.contain(words('uploader.tooMany', { count: 2 }));
  });

  describe('with a camera', () => {
    let camera: ReturnType<typeof showCanvas>;

    beforeEach(() => {
      recordShortly(ended.signal);
      camera = showCanvas(ended.signal);
    });

    it('turns the camera off when it is disabled', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.pressPart('record-open-button');
      await uploader.until(() => uploader.hasPart('record-button'));
      uploader.element.disabled = true;
      await uploader.until(() => !uploader.hasPart('recorder'));
      expect(camera.stream?.getTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
    });

    it('ends a recording when it is disabled, and keeps the recording', async () => {
      const fieldset = document.createElement('fieldset');
      stage.append(fieldset);
      const uploader = await show({ capture: 'camera' }, fieldset);
      uploader.pressPart('record-open-button');
      await uploader.until(() => uploader.hasPart('record-button') && uploader.isShowing);
      uploader.pressPart('record-button');
      await uploader.until(() => uploader.hasClass('recorder[data-status=recording]'));
      fieldset.disabled = true;
      await uploader.until(() => !uploader.hasPart('recorder'));
      expect(camera.stream?.getTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
      await uploader.when('vh-upload-done');
    });
  });
});
