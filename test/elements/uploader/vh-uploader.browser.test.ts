import { expect } from 'chai';
import '../../../src/define/vh-uploader.ts';
import type { VhUploader } from '../../../src/define/vh-uploader.ts';
import { isVhError } from '../../../src/core/vh-error.ts';
import { axeViolations } from '../../support/axe.ts';
import { makeBytes, makeFile } from '../../support/uploader-file.ts';
import { UploaderHarness } from '../../support/uploader-harness.ts';
import { serve } from '../../support/uploader-network.ts';
import { FakeService } from '../../support/uploader-service.ts';

describe('<vh-uploader>', () => {
  let service: FakeService;
  let network: { restore: () => void };
  let stage: HTMLElement;

  beforeEach(() => {
    service = new FakeService();
    network = serve(service);
    stage = document.createElement('main');
    document.body.append(stage);
  });

  afterEach(async () => {
    stage.remove();
    await Promise.resolve();
    network.restore();
  });

  /** An uploader on the page, ready to be used. */
  async function show(attributes: Record<string, string> = {}, parent = stage): Promise<UploaderHarness> {
    const element: VhUploader = document.createElement('vh-uploader');
    element.grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const harness = new UploaderHarness(element);
    parent.append(element);
    await element.updateComplete;
    return harness;
  }

  const matches = (element: Element, state: string) => element.matches(`:state(${state})`);

  it('is accessible in every state', async () => {
    const uploader = await show();
    expect(await axeViolations(stage), 'empty').to.deep.equal([]);
    service.faults.push(undefined, 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40');
    expect(await axeViolations(stage), 'uploading').to.deep.equal([]);
    uploader.press('Pause');
    await uploader.until(() => matches(uploader.element, 'paused'));
    expect(await axeViolations(stage), 'paused').to.deep.equal([]);
    service.encoding.playable = false;
    uploader.press('Resume');
    await uploader.when('vh-upload-done');
    expect(await axeViolations(stage), 'processing').to.deep.equal([]);
    service.encoding.playable = true;
    await uploader.when('vh-upload-playable');
    expect(await axeViolations(stage), 'playable').to.deep.equal([]);
    uploader.choose(makeFile(0));
    await uploader.when('vh-error');
    expect(await axeViolations(stage), 'failed').to.deep.equal([]);
    uploader.element.setAttribute('api-key', 'x');
    await uploader.element.updateComplete;
    expect(await axeViolations(stage), 'closed').to.deep.equal([]);
  });

  it('uploads the file that is chosen, and says so in order', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    const { video } = await uploader.when('vh-upload-playable');
    expect(video.videoId).to.equal('vi1');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(uploader.story).to.deep.equal([
      'vh-file-accept',
      'vh-upload-start',
      'vh-upload-progress',
      'vh-upload-done',
      'vh-upload-playable',
    ]);
    expect(uploader.events.every(({ bubbles, composed }) => !bubbles && !composed)).to.equal(true);
  });

  it('shows how far it is', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence');
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.bar?.value === '40');
    expect(uploader.text).to.contain('trip.mp4').and.to.contain('40%');
    expect(uploader.bar).to.deep.include({ name: 'Upload of trip.mp4', scale: 'scaleX(0.4)' });
    expect(uploader.bar?.text).to.contain('40%');
  });

  it('takes a dropped file, and shows that it would', async () => {
    const uploader = await show();
    uploader.drag(makeFile(10), false);
    await uploader.until(() => uploader.isInviting);
    expect(uploader.drag(makeFile(10), true).defaultPrevented).to.equal(true);
    await uploader.when('vh-upload-done');
    expect(uploader.isInviting).to.equal(false);
  });

  it('keeps the page from opening a file that is dropped while another is on its way', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    expect(uploader.drag(makeFile(3), true).defaultPrevented).to.equal(true);
    expect(service.seen.length).to.be.lessThan(2);
  });

  it('leaves drops and pastes to the page when it is told to', async () => {
    const uploader = await show({ 'without-drop': '' });
    expect(uploader.text).not.to.contain('Drop');
    expect(uploader.drag(makeFile(10), true).defaultPrevented).to.equal(false);
    expect(uploader.events).to.have.length(0);
  });

  it('takes a pasted file', async () => {
    const uploader = await show();
    uploader.paste(makeFile(10));
    await uploader.when('vh-upload-done');
  });

  it('opens the file dialog from the button', async () => {
    const uploader = await show();
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    uploader.press('Choose a video');
    expect(clicks).to.equal(1);
    uploader.element.select();
    expect(clicks).to.equal(2);
  });

  it('opens the dialog from anywhere in the zone but a link in the hint', async () => {
    const uploader = await show();
    const hint = document.createElement('p');
    const link = document.createElement('a');
    hint.append('Read ', link);
    uploader.element.append(hint);
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    link.click();
    expect(clicks).to.equal(0);
    hint.click();
    expect(clicks).to.equal(1);
  });

  it('asks the page before it takes a file', async () => {
    const uploader = await show();
    uploader.element.addEventListener('vh-file-accept', (event) => {
      if (event.file.name === 'private.mp4') event.preventDefault();
    });
    uploader.choose(makeFile(10, 'private.mp4'));
    expect((await uploader.when('vh-error')).code).to.equal('file-refused');
    expect(service.seen).to.have.length(0);
    uploader.choose(makeFile(10, 'public.mp4'));
    await uploader.when('vh-upload-done');
  });

  it('waits for start() when it is told to', async () => {
    const uploader = await show({ 'without-autostart': '' });
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.buttons.includes('Upload'));
    expect(service.seen).to.have.length(0);
    uploader.element.start();
    await uploader.when('vh-upload-done');
  });

  it('keeps to accept and max-size', async () => {
    const uploader = await show({ 'accept': 'video/webm', 'max-size': '5' });
    uploader.choose(makeFile(3));
    expect((await uploader.when('vh-error')).code).to.equal('file-type-refused');
    expect(uploader.text).to.contain('kind of file');
    uploader.events.length = 0;
    uploader.choose(makeFile(6, 'a.webm', 'video/webm'));
    expect((await uploader.when('vh-error')).code).to.equal('file-too-large');
    expect(uploader.input.accept).to.equal('video/webm');
  });

  it('says what to do about an error, and does it', async () => {
    const uploader = await show();
    service.faults.push({ status: 400 });
    uploader.choose(makeFile(10));
    const { error, code } = await uploader.when('vh-error');
    expect(isVhError(error, 'upload-refused')).to.equal(true);
    expect(code).to.equal(error.code);
    expect(uploader.text).not.to.contain('upload-refused');
    uploader.press('Try again');
    await uploader.when('vh-upload-done');
    expect(uploader.events.filter(({ type }) => type === 'vh-error')).to.have.length(1);
  });

  it('pauses and goes on', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40');
    uploader.press('Pause');
    await uploader.until(() => uploader.text.includes('Paused'));
    uploader.press('Resume');
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('cancels without a further event, and is ready for another file', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.buttons.includes('Cancel'));
    const { length } = uploader.events;
    uploader.press('Cancel');
    await uploader.until(() => uploader.buttons.includes('Choose a video'));
    expect(uploader.events).to.have.length(length);
    expect(uploader.spoken).to.equal('The upload was cancelled.');
    uploader.choose(makeFile(4));
    await uploader.when('vh-upload-done');
  });

  it('keeps the focus inside when buttons come and go', async () => {
    const uploader = await show();
    uploader.button('Choose a video').focus();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.focused === 'Pause');
    uploader.press('Pause');
    await uploader.until(() => uploader.focused === 'Resume');
    uploader.press('Cancel');
    await uploader.until(() => uploader.focused === 'Choose a video');
    expect(document.activeElement).to.equal(uploader.element);
  });

  it('takes no focus that it did not have', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    expect(document.activeElement).not.to.equal(uploader.element);
  });

  it('is told by the quarter to those who listen', async () => {
    const uploader = await show();
    expect(uploader.spoken).to.equal('');
    service.faults.push(undefined, 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40');
    expect(uploader.spoken).to.equal('25%');
  });

  it('keeps uploading when it is moved', async () => {
    const uploader = await show();
    const other = document.createElement('section');
    stage.append(other);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    other.append(uploader.element);
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('ends the upload when it is removed', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-progress');
    const { length } = uploader.events;
    uploader.element.remove();
    await uploader.until(() => matches(uploader.element, 'empty'));
    expect(uploader.events).to.have.length(length);
    stage.append(uploader.element);
    await uploader.until(() => uploader.buttons.includes('Choose a video'));
  });

  it('asks before the page is left, and only while bytes would be lost', async () => {
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const uploader = await show();
    expect(leave()).to.equal(false);
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-progress');
    expect(leave()).to.equal(true);
    uploader.element.cancel();
    expect(leave()).to.equal(false);
  });

  it('throws when it is given no file, or a second one', async () => {
    const uploader = await show();
    expect(() => uploader.element.upload([]))
      .to.throw()
      .with.property('code', 'invalid-use');
    service.faults.push('silence');
    uploader.element.upload([makeFile(10)]);
    expect(() => uploader.element.upload(makeFile(4)))
      .to.throw()
      .with.property('code', 'invalid-use');
  });

  it('takes another file after the first', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    uploader.events.length = 0;
    uploader.choose(makeFile(4));
    const { video } = await uploader.when('vh-upload-done');
    expect(video.videoId).to.equal('vi2');
    expect(uploader.element.value).to.equal('vi2');
  });

  it('shows its state to style sheets', async () => {
    const uploader = await show();
    expect(matches(uploader.element, 'empty')).to.equal(true);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    expect(matches(uploader.element, 'playable')).to.equal(true);
    expect(matches(uploader.element, 'uploading')).to.equal(false);
  });

  it('keeps to a strict content security policy, Trusted Types too', async () => {
    const frame = document.createElement('iframe');
    frame.src = '/test/support/uploader-strict.html';
    stage.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const page = frame.contentWindow as Window & typeof globalThis;
    const violations: string[] = [];
    page.document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.violatedDirective),
    );
    serve(service, page);
    const uploader = new UploaderHarness(page.document.querySelector('vh-uploader') as VhUploader);
    await page.customElements.whenDefined('vh-uploader');
    uploader.element.grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      partSize: { min: 4, max: 4 },
    };
    await uploader.element.updateComplete;
    uploader.element.upload(new page.File([makeBytes(10)], 'clip.mp4'));
    await uploader.when('vh-upload-playable');
    expect(uploader.find('.badge')?.getBoundingClientRect().width, 'the styles are there').to.be.greaterThan(
      0,
    );
    expect(violations).to.deep.equal([]);
  });

  it('speaks the language around it', async () => {
    stage.lang = 'de';
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes('Video auswählen'));
  });

  describe('with an API key', () => {
    for (const attribute of ['api-key', 'apikey']) {
      it(`refuses ${attribute}, loudly, and uploads nothing`, async () => {
        const uploader = await show({ [attribute]: 'secret-value' });
        const { error, code } = await uploader.when('vh-error');
        expect(code).to.equal('api-key-in-page');
        expect(error.message).not.to.contain('secret-value');
        expect(uploader.text).to.contain('API key');
        uploader.choose(makeFile(10));
        expect(() => uploader.element.upload(makeFile(10))).not.to.throw();
        expect(service.seen).to.have.length(0);
        expect(uploader.events.filter(({ type }) => type === 'vh-error')).to.have.length(2);
        uploader.element.removeAttribute(attribute);
        await uploader.element.updateComplete;
        uploader.choose(makeFile(10));
        await uploader.when('vh-upload-done');
      });
    }
  });

  describe('in a form', () => {
    let form: HTMLFormElement;

    beforeEach(() => {
      form = document.createElement('form');
      stage.append(form);
    });

    it("submits the video's id under its name", async () => {
      const uploader = await show({ name: 'video' }, form);
      expect(new FormData(form).has('video')).to.equal(false);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      expect(new FormData(form).get('video')).to.equal('vi1');
      expect(uploader.element.form).to.equal(form);
    });

    it('may be submitted by whoever hears that it is done', async () => {
      const uploader = await show({ name: 'video', required: '' }, form);
      const submitted = new Promise<void>((resolve) => {
        form.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve();
        });
      });
      uploader.element.addEventListener('vh-upload-done', () => {
        form.requestSubmit();
      });
      uploader.choose(makeFile(10));
      await submitted;
    });

    it('holds the form back while it is required and empty, and while it uploads', async () => {
      const uploader = await show({ required: '' }, form);
      expect(uploader.element.validity.valueMissing).to.equal(true);
      expect(form.checkValidity()).to.equal(false);
      uploader.element.required = false;
      await uploader.element.updateComplete;
      expect(form.checkValidity()).to.equal(true);
      service.faults.push('silence');
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-start');
      expect(uploader.element.validity.customError).to.equal(true);
      expect(uploader.element.validationMessage).to.contain('wait');
    });

    it('is empty again after a reset', async () => {
      const uploader = await show({ name: 'video' }, form);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      form.reset();
      expect(uploader.element.value).to.equal('');
      expect(new FormData(form).has('video')).to.equal(false);
      await uploader.until(() => uploader.buttons.includes('Choose a video'));
    });

    it('takes nothing while its fieldset is disabled', async () => {
      const fieldset = document.createElement('fieldset');
      fieldset.disabled = true;
      form.append(fieldset);
      const uploader = await show({}, fieldset);
      await uploader.until(() => uploader.buttons.length === 0);
      uploader.choose(makeFile(10));
      uploader.drag(makeFile(10), true);
      expect(uploader.events).to.have.length(0);
      fieldset.disabled = false;
      await uploader.until(() => uploader.buttons.includes('Choose a video'));
    });
  });
});
