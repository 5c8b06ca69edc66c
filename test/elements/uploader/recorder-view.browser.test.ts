import { expect } from 'chai';
import { axeViolations } from '../../support/axe.ts';
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

  it('still takes files', async () => {
    const uploader = await show({ capture: 'screen' });
    expect(uploader.buttons).to.deep.equal(['Record the screen', 'Choose a video']);
  });
});
