import { expect } from 'chai';
import { axeViolations } from '../../support/axe.ts';
import { canvasCamera } from '../../support/canvas-camera.ts';
import { recordShortly } from '../../support/page-recorder.ts';
import type { UploaderHarness } from '../../support/uploader-harness.ts';
import { clearPage, setUpPage, show } from '../../support/uploader-page.ts';

describe('<vh-uploader capture>', () => {
  const { mediaDevices } = navigator;
  let answer: () => Promise<MediaStream>;

  beforeEach(() => {
    setUpPage();
    answer = () => Promise.resolve(document.createElement('canvas').captureStream(1));
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: Object.assign(new EventTarget(), {
        getUserMedia: () => answer(),
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
    uploader.press('Record with the camera');
    await uploader.until(() => uploader.buttons.includes('Start recording'));
    expect(uploader.buttons).to.deep.equal(['Start recording', 'Close', 'Microphone']);
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    expect(uploader.spoken).to.equal('Preview');
    uploader.press('Close');
    await uploader.until(() => uploader.buttons.includes('Record with the camera'));
  });

  it('says that it was not allowed, and asks again', async () => {
    answer = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const uploader = await show({ capture: 'camera' });
    uploader.press('Record with the camera');
    await uploader.until(() => uploader.buttons.includes('Try again'));
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    expect(uploader.spoken).to.contain('Recording was not allowed.');
    answer = () => Promise.resolve(document.createElement('canvas').captureStream(1));
    uploader.press('Try again');
    await uploader.until(() => uploader.buttons.includes('Start recording'));
  });

  it('keeps the focus inside when it opens and closes, and Escape closes it', async () => {
    const uploader = await show({ capture: 'camera' });
    const open = async () => {
      uploader.button('Record with the camera').focus();
      uploader.press('Record with the camera');
      await uploader.until(() => uploader.focused === 'Start recording');
    };
    await open();
    uploader.button('Close').focus();
    uploader.press('Close');
    await uploader.until(() => uploader.focused === 'Record with the camera');
    await open();
    uploader.key('Escape');
    await uploader.until(() => uploader.focused === 'Record with the camera');
    answer = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    uploader.press('Record with the camera');
    await uploader.until(() => uploader.focused === 'Try again');
    uploader.key('Escape');
    await uploader.until(() => uploader.focused === 'Record with the camera');
  });

  describe('after a recording', () => {
    let ended: AbortController;

    beforeEach(() => {
      ended = new AbortController();
      recordShortly(ended.signal);
      const camera = canvasCamera();
      answer = camera.world.devices.getUserMedia;
      ended.signal.addEventListener('abort', camera.stop, { once: true });
    });
    afterEach(() => ended.abort());

    /** Records a little, and waits for its upload. */
    async function record(uploader: UploaderHarness): Promise<void> {
      await uploader.until(() => uploader.buttons.includes('Start recording') && uploader.isShowing);
      uploader.press('Start recording');
      await uploader.until(() => uploader.buttons.includes('Stop'));
      uploader.press('Stop');
      await uploader.until(() => uploader.isIn('playable'));
    }

    it('shows a picture of it, and offers to record again', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.press('Record with the camera');
      await record(uploader);
      await uploader.until(() => uploader.hasPart('poster'));
      expect(uploader.buttons).to.deep.equal(['Record again', 'Choose another']);
      expect(await axeViolations(uploader.element)).to.deep.equal([]);
      const first = uploader.element.value;
      uploader.press('Record again');
      await record(uploader);
      expect(uploader.rows).to.have.length(1);
      expect(uploader.element.value).not.to.equal(first);
    });

    it('takes the focus along, and loses nothing by Escape', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.button('Record with the camera').focus();
      uploader.press('Record with the camera');
      await uploader.until(() => uploader.focused === 'Start recording');
      uploader.press('Start recording');
      await uploader.until(() => uploader.focused === 'Stop');
      uploader.key('Escape');
      await uploader.element.updateComplete;
      expect(uploader.buttons).to.include('Stop');
      uploader.press('Stop');
      await uploader.until(() => uploader.isIn('playable') && uploader.focused === 'Record again');
    });

    it('offers to record another beside several', async () => {
      const uploader = await show({ capture: 'camera', multiple: '' });
      uploader.press('Record with the camera');
      await record(uploader);
      uploader.press('Record again');
      await record(uploader);
      expect(uploader.rows).to.have.length(2);
    });

    it('offers none while it is disabled', async () => {
      const uploader = await show({ capture: 'camera' });
      uploader.press('Record with the camera');
      await record(uploader);
      uploader.element.disabled = true;
      await uploader.until(() => !uploader.buttons.includes('Record again'));
    });
  });

  it('still takes files', async () => {
    const uploader = await show({ capture: 'screen' });
    expect(uploader.buttons).to.deep.equal(['Record the screen', 'Choose a video']);
  });
});
