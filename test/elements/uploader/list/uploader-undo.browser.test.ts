import { expect } from 'chai';
import { UnfinishedUploads } from '../../../../src/upload/resume/unfinished-uploads.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import { recordShortly } from '../support/page-recorder.ts';
import { until } from '../../../support/until.ts';
import { makeBytes, makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { RECORDER_STATES } from '../support/uploader-states.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader>, when a file is taken out by mistake', () => {
  /** The time in which it can be brought back stands still until a test ends it. */
  let undoTime: HeldTimers;

  beforeEach(() => {
    setUpPage();
    undoTime = new HeldTimers(10_000);
  });
  afterEach(async () => {
    await clearPage();
    undoTime.restore();
  });

  const undo = (name: string) => `${words('uploader.undo')}: ${name}`;

  async function uploading(attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    const uploader = await show(attributes);
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.bar?.value === '40');
    await uploader.until(() => uploader.canUndo);
    return uploader;
  }

  it('continues an upload that was cancelled, with its sent bytes', async () => {
    const uploader = await uploading();
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.buttons.includes(undo('trip.mp4')));
    expect(uploader.buttons).to.include(words('uploader.choose'));
    expect(uploader.text).to.contain(words('uploader.removed', { name: 'trip.mp4' }));
    await uploader.until(() => uploader.spoken.includes(words('uploader.undo')));
    expect(uploader.element.validity.customError).to.equal(false);
    expect(await axeViolations(stage)).to.deep.equal([]);
    service.faults.length = service.seen.length = 0;
    uploader.press(undo('trip.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    // The first part was not sent again.
    expect(service.seen).to.have.length(2);
    expect(uploader.buttons).not.to.include(undo('trip.mp4'));
  });

  it('ends it once the time is over, and deletes its record', async () => {
    const uploader = await uploading();
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.buttons.includes(undo('trip.mp4')) && undoTime.size === 1);
    undoTime.elapse();
    await uploader.until(() => !uploader.buttons.includes(undo('trip.mp4')));
    const kept = () => new UnfinishedUploads(() => uploader.element).list();
    await until(async () => (await kept()).length === 0);
    expect(uploader.story).not.to.include('vh-error');
  });

  it('lets no time pass while a person is at the button', async () => {
    const uploader = await uploading();
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.buttons.includes(undo('trip.mp4')) && undoTime.size === 1);
    // Not by focus(): Firefox fires its events in the front window only.
    const report = (type: string) =>
      uploader.button(undo('trip.mp4')).dispatchEvent(new FocusEvent(type, { bubbles: true }));
    report('focusin');
    expect(undoTime.size).to.equal(0);
    report('focusout');
    expect(undoTime.size).to.equal(1);
    uploader.find('.removed')?.dispatchEvent(new PointerEvent('pointerenter'));
    expect(undoTime.size).to.equal(0);
    uploader.find('.removed')?.dispatchEvent(new PointerEvent('pointerleave'));
    expect(undoTime.size).to.equal(1);
  });

  it('gives a form its video back', async () => {
    const form = document.createElement('form');
    stage.append(form);
    const uploader = await show({ name: 'film' }, form);
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-playable');
    await uploader.until(() => uploader.canUndo);
    await uploader.pressSoon(words('uploader.remove'));
    await uploader.until(() => uploader.buttons.includes(undo('trip.mp4')));
    expect(new FormData(form).has('film')).to.equal(false);
    await uploader.until(() => uploader.spoken.includes(words('uploader.removed', { name: 'trip.mp4' })));
    uploader.press(undo('trip.mp4'));
    await uploader.until(() => uploader.rows.length === 1);
    expect(new FormData(form).get('film')).to.equal(uploader.element.value).and.to.equal('vi1');
    expect(uploader.events.filter(({ type }) => type === 'vh-upload-playable')).to.have.length(1);
  });

  it('brings one of several back to its place, and the focus stays inside', async () => {
    const uploader = await show({ multiple: '' });
    uploader.choose(makeOwnFile('One.mp4'), makeOwnFile('Two.mp4'), makeOwnFile('Three.mp4'));
    await uploader.until(() => uploader.isIn('playable'));
    await uploader.until(() => uploader.canUndo);
    const remove = `${words('uploader.remove')}: Two.mp4`;
    uploader.button(remove).focus();
    uploader.press(remove);
    await uploader.until(() => uploader.rows.length === 2 && uploader.buttons.includes(undo('Two.mp4')));
    expect(uploader.element.values).to.have.length(2);
    expect(uploader.focused).not.to.equal(undefined);
    uploader.press(undo('Two.mp4'));
    await uploader.until(() => uploader.rows.length === 3);
    expect(uploader.rows).to.deep.equal(['One.mp4', 'Two.mp4', 'Three.mp4']);
    expect(uploader.element.values).to.have.length(3);
  });

  it('makes room at once for another file', async () => {
    const uploader = await uploading();
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.buttons.includes(undo('trip.mp4')));
    service.faults.length = 0;
    uploader.choose(makeFile(12, 'other.mp4'));
    expect((await uploader.when('vh-upload-done')).file.name).to.equal('other.mp4');
    expect(uploader.buttons).not.to.include(undo('trip.mp4'));
  });

  describe('or a recording is discarded', () => {
    let ended: AbortController;

    beforeEach(() => (ended = new AbortController()));
    afterEach(() => ended.abort());

    async function discard(state: string): Promise<{ uploader: UploaderHarness; name: string }> {
      recordShortly(ended.signal);
      const uploader = await RECORDER_STATES[state]!(ended.signal);
      await uploader.until(() => uploader.canUndo);
      uploader.button(words('recorder.discard')).focus();
      uploader.press(words('recorder.discard'));
      await uploader.until(() => uploader.hasPart('undo-button'));
      expect(uploader.hasPart('recorder')).to.equal(false);
      expect(uploader.rows).to.deep.equal([]);
      const button = uploader.buttons.find((label) => label.startsWith(undo(''))) ?? '';
      return { uploader, name: button.slice(undo('').length) };
    }

    for (const state of ['recording', 'reviewing']) {
      it(`brings it back to be reviewed, and uploads it: ${state}`, async () => {
        const { uploader, name } = await discard(state);
        expect(uploader.text).to.contain(words('uploader.removed', { name }));
        expect(uploader.buttons).to.include(words('uploader.camera'));
        expect(await axeViolations(stage)).to.deep.equal([]);
        uploader.button(undo(name)).focus();
        uploader.press(undo(name));
        await uploader.until(() => uploader.focused === words('recorder.review'));
        expect(uploader.buttons).not.to.include(undo(name));
        uploader.press(words('recorder.keep'));
        await uploader.when('vh-upload-done');
        const { value } = uploader.element;
        expect(new TextDecoder().decode(service.bytes(value))).to.equal('a short film');
      });
    }

    it('ends it once the time is over', async () => {
      const { uploader, name } = await discard('reviewing');
      await uploader.until(() => undoTime.size === 1);
      undoTime.elapse();
      await uploader.until(() => !uploader.buttons.includes(undo(name)));
      expect(uploader.isIn('empty')).to.equal(true);
      expect(uploader.hasPart('recorder')).to.equal(false);
      expect(uploader.element.value).to.equal('');
    });

    it('ends it when another is recorded', async () => {
      const { uploader, name } = await discard('reviewing');
      uploader.press(words('uploader.camera'));
      await uploader.until(() => uploader.buttons.includes(words('recorder.start')) && uploader.isShowing);
      uploader.press(words('recorder.start'));
      await uploader.until(() => uploader.buttons.includes(words('recorder.stop')));
      uploader.press(words('recorder.stop'));
      await uploader.until(() => uploader.buttons.includes(words('recorder.keep')));
      uploader.press(words('recorder.keep'));
      await uploader.when('vh-upload-playable');
      expect(uploader.buttons).not.to.include(undo(name));
      expect(uploader.element.values).to.have.length(1);
    });
  });
});
