import { expect } from 'chai';
import { UnfinishedUploads } from '../../../../src/upload/resume/unfinished-uploads.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import { makeBytes, makeFile } from '../../../support/upload/uploader-file.ts';
import { openFrame } from '../support/uploader-frame.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import { until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader>, after a visit that ended in the middle', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** Uploads the first part of three, and goes away without a word. */
  async function leaveUnfinished(attributes: Record<string, string> = {}): Promise<void> {
    const { frame, uploader, file } = await openFrame(attributes);
    service.faults.push(undefined, 'silence', 'silence');
    uploader.element.upload(file('trip.mp4'));
    await uploader.until(() => service.seen.length === 3);
    frame.remove();
  }

  it('offers to resume, and resumes when the same file is chosen again', async () => {
    await leaveUnfinished();
    const uploader = await show();
    const text = `${words('uploader.begun', { name: 'trip.mp4', share: '40%' })} ${words('uploader.chooseSame')}`;
    await uploader.until(() => uploader.text.includes(text));
    expect(await axeViolations(stage)).to.deep.equal([]);
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    uploader.press(words('uploader.chooseFile'));
    await uploader.until(() => clicks === 1);
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('says so before a byte leaves when another file is chosen', async () => {
    await leaveUnfinished();
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes(words('uploader.chooseFile')));
    uploader.input.addEventListener('click', (event) => event.preventDefault());
    const seen = service.seen.length;
    const chooseAnother = async () => {
      uploader.press(words('uploader.chooseFile'));
      // As long as the other, and by the same name.
      uploader.choose(new File(['0123456789'], 'trip.mp4', { type: 'video/mp4' }));
      await uploader.until(() => uploader.buttons.includes(words('uploader.uploadOther')));
    };
    await chooseAnother();
    expect(uploader.text).to.contain(words('uploader.otherFile', { name: 'trip.mp4' }));
    expect(uploader.spoken).to.equal(words('uploader.otherFile', { name: 'trip.mp4' }));
    expect(await axeViolations(stage)).to.deep.equal([]);
    expect(service.seen.length).to.equal(seen);
    // The right one is still taken.
    uploader.press(words('uploader.chooseFile'));
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('uploads another file in its place when a person wants that', async () => {
    await leaveUnfinished();
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes(words('uploader.chooseFile')));
    uploader.input.addEventListener('click', (event) => event.preventDefault());
    uploader.press(words('uploader.chooseFile'));
    uploader.choose(makeFile(12, 'other.mp4'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.uploadOther')));
    uploader.press(words('uploader.uploadOther'));
    expect((await uploader.when('vh-upload-done')).file.name).to.equal('other.mp4');
  });

  it('shows no percentage where no byte has arrived', async () => {
    const { frame, uploader, file } = await openFrame({});
    service.faults.push('silence', 'silence', 'silence');
    uploader.element.upload(file('trip.mp4'));
    await uploader.until(() => service.seen.length > 0);
    const kept = () => new UnfinishedUploads(() => uploader.element).list();
    frame.remove();
    await until(async () => (await kept()).length > 0);
    const next = await show();
    await next.until(() => next.hasPart('offer'));
    expect(next.text).to.contain('trip.mp4').and.to.contain(words('uploader.chooseSame'));
    expect(next.text).not.to.match(/\d+ ?%|\(/);
  });

  it('is offered to its own visitor only', async () => {
    await leaveUnfinished({ subject: 'ann' });
    const kept = (uploader: UploaderHarness) => new UnfinishedUploads(() => uploader.element).list();
    expect(await kept(await show())).to.deep.equal([]);
    const uploader = await show({ subject: 'bob' });
    expect(await kept(uploader)).to.deep.equal([]);
    uploader.element.subject = 'ann';
    expect(await kept(uploader)).to.have.length(1);
    const anns = await show({ subject: 'ann' });
    await anns.until(() => anns.text.includes('trip.mp4'));
    anns.element.subject = 'bob';
    await anns.element.updateComplete;
    expect(anns.text).not.to.contain('trip.mp4');
    anns.element.subject = 'ann';
    await anns.until(() => anns.text.includes('trip.mp4'));
  });

  it('forgets it on request', async () => {
    await leaveUnfinished();
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes(`${words('uploader.remove')}: trip.mp4`));
    uploader.press(`${words('uploader.remove')}: trip.mp4`);
    await uploader.until(() => !uploader.text.includes('trip.mp4'));
    expect(uploader.buttons).to.deep.equal([words('uploader.choose')]);
  });

  describe('with two uploaders for the same place', () => {
    async function showTwo(): Promise<readonly [UploaderHarness, UploaderHarness]> {
      await leaveUnfinished();
      const both = [await show(), await show()] as const;
      for (const uploader of both) await uploader.until(() => uploader.text.includes('trip.mp4'));
      service.seen.length = service.faults.length = 0;
      return both;
    }

    it('offers an upload in no uploader once one of them resumes it, nor after its end', async () => {
      const [one, other] = await showTwo();
      one.choose(makeFile(10, 'trip.mp4'));
      await other.until(() => !other.text.includes('trip.mp4'));
      await one.when('vh-upload-playable');
      one.element.value = '';
      await one.until(() => one.buttons.includes(words('uploader.choose')));
      expect(one.text).not.to.contain('trip.mp4');
    });

    it('forgets it in both when one of them forgets it', async () => {
      const [one, other] = await showTwo();
      one.press(`${words('uploader.remove')}: trip.mp4`);
      await other.until(() => !other.text.includes('trip.mp4'));
    });
  });

  describe('with an upload that has failed', () => {
    /** Fails after the first part of three. */
    async function fail(): Promise<UploaderHarness> {
      const uploader = await show();
      service.faults.push(undefined, { status: 400 }, { status: 400 });
      uploader.choose(makeFile(10, 'trip.mp4'));
      await uploader.when('vh-error');
      return uploader;
    }
    const kept = (uploader: UploaderHarness) => new UnfinishedUploads(() => uploader.element).list();

    it('resumes when the same file is chosen again', async () => {
      const uploader = await fail();
      expect(await kept(uploader)).to.have.length(1);
      uploader.choose(makeFile(10, 'trip.mp4'));
      await uploader.when('vh-upload-done');
      // The first part was not sent again.
      expect(service.seen.length).to.be.within(4, 5);
      expect(service.videos.size).to.equal(1);
    });

    it('no longer offers it once its row is removed', async () => {
      const uploader = await fail();
      expect(await kept(uploader)).to.have.length(1);
      const undoTime = new HeldTimers(10_000);
      try {
        uploader.press(words('uploader.remove'));
        await until(async () => {
          undoTime.elapse();
          return (await kept(uploader)).length === 0;
        });
      } finally {
        undoTime.restore();
      }
    });
  });

  describe('without-resume', () => {
    const kept = async (uploader: UploaderHarness) =>
      (await new UnfinishedUploads(() => uploader.element).list()).map(({ name }) => name);

    it('keeps nothing in the browser', async () => {
      await leaveUnfinished({ 'without-resume': '' });
      const uploader = await show();
      expect(await kept(uploader)).to.deep.equal([]);
      service.seen.length = service.faults.length = 0;
      await leaveUnfinished();
      expect(await kept(uploader)).to.deep.equal(['trip.mp4']);
    });

    it('does not offer stored uploads of other uploaders', async () => {
      await leaveUnfinished();
      const [silent, other] = [await show({ 'without-resume': '' }), await show()];
      await other.until(() => other.text.includes('trip.mp4'));
      expect(silent.text).not.to.contain('trip.mp4');
    });

    it('follows no other tab', async () => {
      const { uploader: elsewhere, file } = await openFrame({});
      service.faults.push(undefined, 'silence', 'silence');
      elsewhere.element.upload(file('trip.mp4'));
      await elsewhere.until(() => service.seen.length === 3);
      const uploader = await show({ 'without-resume': '' });
      uploader.choose(makeFile(10, 'trip.mp4'));
      const { video } = await uploader.when('vh-upload-done');
      expect(video.videoId).to.equal('vi2');
    });
  });
});
