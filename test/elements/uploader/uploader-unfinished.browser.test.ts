import { expect } from 'chai';
import { axeViolations } from '../../support/axe.ts';
import { makeBytes, makeFile } from '../../support/uploader-file.ts';
import { openFrame } from '../../support/uploader-frame.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/uploader-page.ts';

describe('<vh-uploader>, after a visit that ended in the middle', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** Uploads the first part of three, and goes away without a word. */
  async function leaveUnfinished(): Promise<void> {
    const { frame, uploader, file } = await openFrame({});
    service.faults.push(undefined, 'silence');
    uploader.element.upload(file('trip.mp4'));
    await uploader.until(() => service.seen.length === 2);
    frame.remove();
  }

  it('offers to go on, and goes on with the same file chosen again', async () => {
    await leaveUnfinished();
    const uploader = await show();
    await uploader.until(() => uploader.text.includes('trip.mp4: 40% is uploaded already'));
    expect(await axeViolations(stage)).to.deep.equal([]);
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    uploader.press('Go on');
    await uploader.until(() => clicks === 1);
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('forgets it when it is told to', async () => {
    await leaveUnfinished();
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes('Remove: trip.mp4'));
    uploader.press('Remove: trip.mp4');
    await uploader.until(() => !uploader.text.includes('trip.mp4'));
    expect(uploader.buttons).to.deep.equal(['Choose a video']);
  });
});
