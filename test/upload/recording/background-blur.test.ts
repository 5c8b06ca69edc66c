import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setUpRecorder, waitForRecorder } from './support/recorder-run.ts';

describe('the background of a recording', () => {
  for (const [what, blurs] of [
    ['cannot blur it', undefined],
    ['always blurs it', [true]],
    ['never blurs it', [false]],
  ] as const)
    it(`is no choice where the platform ${what}`, async () => {
      const { capture, recorder } = setUpRecorder();
      capture.blurs = blurs && [...blurs];
      await recorder.open();
      assert.equal((await waitForRecorder(recorder, 'ready')).isBlurred, undefined);
      await recorder.blur(true);
      assert.equal(capture.picture.isBlurred, false);
    });

  for (const kind of ['camera', 'screen camera'] as const)
    it(`is blurred and shown again where the platform does that: ${kind}`, async () => {
      const { capture, recorder } = setUpRecorder({ kind });
      capture.blurs = [false, true];
      await recorder.open();
      assert.equal((await waitForRecorder(recorder, 'ready')).isBlurred, false);
      for (const isOn of [true, false]) {
        await recorder.blur(isOn);
        assert.equal((await waitForRecorder(recorder, 'ready')).isBlurred, isOn);
        assert.equal(capture.picture.isBlurred, isOn);
      }
    });

  it("follows the platform's own settings, and stays as it is where the platform refuses", async () => {
    const { capture, recorder } = setUpRecorder();
    capture.blurs = [false, true];
    await recorder.open();
    capture.picture.isBlurred = true;
    capture.picture.dispatchEvent(new Event('configurationchange'));
    assert.equal((await waitForRecorder(recorder, 'ready')).isBlurred, true);
    capture.picture.refusesBlur = true;
    await recorder.blur(false);
    assert.equal((await waitForRecorder(recorder, 'ready')).isBlurred, true);
  });
});
