import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { cells } from '../../../support/division.ts';
import { endCountdown, holdCountdown, recordAtOnce, recordShortly } from '../support/page-recorder.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, stage } from '../../../support/elements/uploader-page.ts';
import { RECORDER_STATES } from '../support/uploader-states.ts';
import { settled } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';
import { levelOf } from '../../../../src/elements/uploader/recorder/level-meter.ts';

describe('<vh-uploader capture>, step by step', () => {
  let ended: AbortController;

  beforeEach(() => {
    ended = new AbortController();
    setUpPage();
  });
  afterEach(async () => {
    await clearPage();
    ended.abort();
  });

  async function reach(state: string): Promise<UploaderHarness> {
    const uploader = await RECORDER_STATES[state]?.(ended.signal);
    if (!uploader) throw new TypeError(`There is no state ${state}.`);
    return uploader;
  }

  for (const width of cells([320, 416, 640])) {
    it(`is as high in every state, ${width} pixels wide`, async () => {
      stage.style.inlineSize = `${width}px`;
      recordShortly(ended.signal);
      const heights: Record<string, number> = {};
      for (const state of ['asking for the camera', 'not allowed to record', 'ready to record']) {
        const uploader = await reach(state);
        const measure = (name: string) => (heights[name] = uploader.frame.offsetHeight);
        measure(state);
        if (state === 'ready to record') {
          const countdown = await holdCountdown(uploader);
          measure('counting down');
          endCountdown(countdown);
          await uploader.until(() => uploader.hasClass('recorder[data-status=recording]'));
          measure('recording');
          uploader.pressPart('record-button');
          await uploader.until(() => uploader.hasPart('keep-button'));
          measure('reviewing');
        }
        uploader.element.remove();
      }
      expect(new Set(Object.values(heights)).size, JSON.stringify(heights)).to.equal(1);
    });
  }

  it('counts down before it records, and says so', async () => {
    const uploader = await reach('ready to record');
    const countdown = await holdCountdown(uploader);
    expect(uploader.spoken).to.contain(words('recorder.countdown', { seconds: '3 seconds' }));
    expect(uploader.buttons).to.include(words('recorder.cancel'));
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    endCountdown(countdown);
    await uploader.until(() => uploader.hasClass('recorder[data-status=recording]'));
    expect(uploader.hasClass('countdown')).to.equal(false);
  });

  for (const how of ['button', 'Escape'] as const) {
    it(`does not record when the countdown is cancelled: ${how}`, async () => {
      const uploader = await reach('ready to record');
      const countdown = await holdCountdown(uploader);
      uploader.button(words('recorder.cancel')).focus();
      if (how === 'button') uploader.press(words('recorder.cancel'));
      else uploader.key('Escape');
      await uploader.until(() => uploader.buttons.includes(words('recorder.start')));
      expect(uploader.hasClass('countdown')).to.equal(false);
      expect(countdown.size).to.equal(0);
      countdown.restore();
      await settled();
      expect(uploader.buttons).to.include(words('recorder.start'));
      expect(uploader.events).to.have.length(0);
    });
  }

  it('sends nothing to the form before a person has seen it', async () => {
    const uploader = await reach('reviewing');
    expect(uploader.buttons).to.deep.equal([
      words('recorder.review'),
      words('recorder.keep'),
      words('recorder.again'),
      words('recorder.discard'),
    ]);
    expect(await axeViolations(uploader.element)).to.deep.equal([]);
    await settled(60);
    expect(uploader.story).not.to.include('vh-upload-done');
    expect(uploader.element.value).to.equal('');
    // A policy may refuse the address: it is made only when the visitor opens the recording.
    expect(uploader.find('video')).to.equal(undefined);
    uploader.press(words('recorder.review'));
    await uploader.until(() => uploader.find('video') !== undefined);
    expect(uploader.find('video')).to.have.property('controls', true);
    expect(uploader.find('video')?.getAttribute('src')).to.match(/^blob:/);
    uploader.press(words('recorder.keep'));
    await uploader.when('vh-upload-done');
    expect(uploader.element.value).not.to.equal('');
  });

  it('records again, and uploads the second one only', async () => {
    const uploader = await reach('reviewing');
    uploader.press(words('recorder.again'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.start')) && uploader.isShowing);
    await recordAtOnce(uploader);
    uploader.press(words('recorder.stop'));
    await uploader.until(() => uploader.buttons.includes(words('recorder.keep')));
    uploader.press(words('recorder.keep'));
    await uploader.when('vh-upload-playable');
    expect(uploader.events.filter(({ type }) => type === 'vh-upload-done')).to.have.length(1);
    expect(uploader.rows).to.have.length(1);
    expect(service.videos.size).to.be.at.least(1);
  });

  it('shows no arrow for uploads above the button that records', async () => {
    const uploader = await reach('with a camera');
    expect(uploader.hasClass('zone > .badge')).to.equal(false);
  });

  it('measures how loud it is', () => {
    const wave = (peak: number) => Float32Array.from({ length: 1024 }, (_, at) => peak * Math.sin(at / 5));
    expect(levelOf(new Float32Array(1024))).to.equal(0);
    expect(levelOf(wave(0.01))).to.be.within(0.2, 0.4);
    expect(levelOf(wave(0.1))).to.be.within(0.55, 0.75);
    expect(levelOf(wave(1))).to.be.within(0.9, 1);
  });
});
