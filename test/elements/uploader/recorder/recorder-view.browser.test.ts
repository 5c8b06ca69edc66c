import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { canvasCamera } from '../../../support/elements/canvas-camera.ts';
import { recordAtOnce, recordShortly } from '../support/page-recorder.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, setUpPage, show } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader capture>', () => {
  const { mediaDevices } = navigator;
  let answer: (constraints: MediaStreamConstraints) => Promise<MediaStream>;

  beforeEach(() => {
    setUpPage();
    answer = () => Promise.resolve(document.createElement('canvas').captureStream(1));
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: Object.assign(new EventTarget(), {
        getUserMedia: (constraints: MediaStreamConstraints) => answer(constraints),
        enumerateDevices: () => Promise.resolve([]),
      }),
    });
  });
  afterEach(async () => {
    await clearPage();
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  });

  it('shows what the camera sees, and one button that begins', async () => {
    const uploader = await show({ capture: 'camera' });
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
    expect(uploader.buttons).to.deep.equal([
      words('recorder.start'),
      words('recorder.close'),
      words('recorder.camera'),
      words('recorder.microphone'),
    ]);
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    expect(uploader.spoken).to.equal(words('recorder.preview'));
    uploader.press(words('recorder.close'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.camera')));
  });

  it('records without the camera, by choice or for lack of one', async () => {
    const camera = answer;
    answer = ({ video }) => (video ? Promise.reject(new DOMException('no', 'NotFoundError')) : camera({}));
    const uploader = await show({ capture: 'camera' });
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.retry')));
    expect(uploader.spoken).to.contain(words('recorder.missing'));
    uploader.press(words('recorder.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
    const isOn = (name: string) => uploader.button(name).ariaPressed;
    expect(isOn(words('recorder.camera'))).to.equal('false');
    // Without both there is nothing to record.
    expect(uploader.buttons).not.to.include(words('recorder.microphone'));
    expect(uploader.find('video')).to.equal(undefined);
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    answer = camera;
    uploader.press(words('recorder.camera'));
    await uploader.until(() => uploader.find('video') !== undefined);
    expect(isOn(words('recorder.camera'))).to.equal('true');
    expect(uploader.buttons).to.include(words('recorder.microphone'));
    answer = () => Promise.reject(new DOMException('no', 'NotFoundError'));
    uploader.press(words('recorder.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.retry')));
    expect(uploader.spoken).to.contain(words('recorder.missingMicrophone'));
  });

  it('says that it was not allowed, and asks again', async () => {
    answer = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const uploader = await show({ capture: 'camera' });
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.retry')));
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    expect(uploader.spoken).to.contain(words('recorder.denied'));
    answer = () => Promise.resolve(document.createElement('canvas').captureStream(1));
    uploader.press(words('recorder.retry'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
  });

  it('keeps the focus inside when it opens and closes, and Escape closes it', async () => {
    const uploader = await show({ capture: 'camera' });
    const open = async () => {
      uploader.button(words('uploader.camera')).focus();
      uploader.press(words('uploader.camera'));
      await uploader.until(() => uploader.focused === words('recorder.start'));
    };
    await open();
    uploader.button(words('recorder.close')).focus();
    uploader.press(words('recorder.close'));
    await uploader.until(() => uploader.focused === words('uploader.camera'));
    await open();
    uploader.key('Escape');
    await uploader.until(() => uploader.focused === words('uploader.camera'));
    answer = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.focused === words('recorder.retry'));
    uploader.key('Escape');
    await uploader.until(() => uploader.focused === words('uploader.camera'));
  });

  describe('after a recording', () => {
    let ended: AbortController;

    beforeEach(() => {
      ended = new AbortController();
      recordShortly(ended.signal);
      const camera = canvasCamera();
      answer = camera.environment.devices.getUserMedia;
      ended.signal.addEventListener('abort', camera.stop, { once: true });
    });
    afterEach(() => ended.abort());

    /** Records a little, and waits for its upload. */
    async function record(uploader: UploaderHarness): Promise<void> {
      await uploader.until(() => uploader.buttons.includes(words('recorder.start')) && uploader.isShowing);
      await recordAtOnce(uploader);
      uploader.press(words('recorder.stop'));
      await uploader.until(() => uploader.buttons.includes(words('recorder.keep')));
      uploader.press(words('recorder.keep'));
      await uploader.until(() => uploader.isIn('playable'));
    }

    it('shows a picture of it, and offers to record again', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.press(words('uploader.camera'));
      await record(uploader);
      await uploader.until(() => uploader.hasPart('poster'));
      // Beside them may be the offer of a recording that another page of the session has left.
      expect(uploader.buttons).to.include.members([
        words('recorder.again'),
        words('uploader.another'),
        words('uploader.remove'),
      ]);
      expect(await axeViolations(uploader.element)).to.deep.equal([]);
      const first = uploader.element.value;
      uploader.press(words('recorder.again'));
      await record(uploader);
      expect(uploader.rows).to.have.length(1);
      expect(uploader.element.value).not.to.equal(first);
    });

    it('moves the focus along, and keeps the recording at Escape', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.button(words('uploader.camera')).focus();
      uploader.press(words('uploader.camera'));
      await uploader.until(() => uploader.focused === words('recorder.start'));
      await recordAtOnce(uploader);
      await uploader.until(() => uploader.focused === words('recorder.stop'));
      uploader.key('Escape');
      await uploader.element.updateComplete;
      expect(uploader.buttons).to.include(words('recorder.stop'));
      uploader.press(words('recorder.stop'));
      await uploader.until(() => uploader.focused === words('recorder.review'));
      uploader.press(words('recorder.keep'));
      await uploader.until(() => uploader.isIn('playable') && uploader.focused === words('recorder.again'));
    });

    it('offers to record another beside several', async () => {
      const uploader = await show({ capture: 'camera', multiple: '' });
      uploader.press(words('uploader.camera'));
      await record(uploader);
      await uploader.until(() => uploader.buttons.includes(words('recorder.again')));
      uploader.press(words('recorder.again'));
      await record(uploader);
      expect(uploader.rows).to.have.length(2);
    });

    it('offers none while it is disabled', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.press(words('uploader.camera'));
      await record(uploader);
      uploader.element.disabled = true;
      await uploader.until(() => !uploader.buttons.includes(words('recorder.again')));
    });
  });

  it('still takes files', async () => {
    const uploader = await show({ capture: 'screen' });
    expect(uploader.buttons).to.deep.equal([words('uploader.screen'), words('uploader.choose')]);
  });
});
