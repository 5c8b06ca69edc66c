import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Recorder } from '../../../src/upload/recording/recorder.ts';
import { errorCodeOf, waitForRecorder, setUpRecorder } from './support/recorder-run.ts';
import { settled } from '../../support/until.ts';

describe('Recorder', () => {
  it('goes from a preview to a whole recording, and turns the camera off', async () => {
    const { capture, recorder, states } = setUpRecorder();
    await recorder.open();
    assert.ok(capture.isOn);
    const file = recorder.start();
    capture.recorder.give('one');
    capture.recorder.give('two');
    recorder.stop();
    const done = await waitForRecorder(recorder, 'done');
    assert.equal(done.file, file);
    assert.equal(await done.file.text(), 'onetwo!');
    assert.equal(done.file.isOpen, false);
    assert.match(done.file.name, /^recording-\d{4}-\d\d-\d\d-\d{4}\.webm$/);
    assert.equal(done.file.type, 'video/webm');
    assert.ok(!capture.isOn);
    assert.deepEqual(states, ['asking', 'ready', 'recording', 'stopping', 'done']);
  });

  it('hands its pieces over at the given interval', async () => {
    const { capture, recorder } = setUpRecorder({ timeslice: 250 });
    await recorder.open();
    recorder.start();
    assert.equal(capture.recorder.timeslice, 125);
    assert.equal(capture.recorder.options.videoKeyFrameIntervalDuration, 250);
  });

  it('counts only the time that is recorded', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.time = 2_000;
    recorder.pause();
    capture.time = 60_000;
    recorder.resume();
    capture.time = 63_000;
    recorder.stop();
    assert.equal((await waitForRecorder(recorder, 'done')).seconds, 5);
  });

  it('writes MP4 where it can, and what the browser writes elsewhere', async () => {
    for (const [types, type] of [
      [['video/mp4;codecs=avc1.42E01F,opus', 'video/webm;codecs=vp9,opus'], 'video/mp4'],
      [['video/webm;codecs=vp8,opus', 'video/webm'], 'video/webm'],
      [[], 'video/webm'],
    ] as const) {
      const { capture, recorder } = setUpRecorder();
      capture.types = new Set(types);
      await recorder.open();
      assert.equal(recorder.start()?.type, type);
      assert.equal(capture.recorder.mimeType, types[0] ?? '');
    }
  });

  it('names no codec for sound that is not recorded: Firefox would wait for it', async () => {
    const { capture, recorder } = setUpRecorder();
    capture.types = new Set(['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp8']);
    await recorder.open({ microphone: false });
    recorder.start();
    assert.equal(capture.recorder.mimeType, 'video/webm;codecs=vp8');
  });

  it('records without a camera: the microphone, and a dark picture', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open({ camera: false });
    assert.deepEqual(capture.asked, [{ audio: true }]);
    const { state } = recorder.store;
    assert.equal(state.status, 'ready');
    assert.deepEqual([state.camera, state.microphone], [undefined, 'mic']);
    assert.deepEqual([capture.picture.deviceId, state.stream.getTracks().length], ['dark', 2]);
    recorder.start();
    capture.recorder.give('x');
    capture.sound.vanish();
    assert.equal(await (await waitForRecorder(recorder, 'done')).file.text(), 'x!');
    assert.ok(!capture.isOn);
  });

  it('turns the camera off before a recording, and on again', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open({ camera: true });
    const camera = capture.picture;
    await recorder.open({ camera: false, microphone: false });
    assert.equal(camera.readyState, 'ended');
    assert.deepEqual(capture.asked.at(-1), { audio: true });
    await recorder.open({ camera: true, microphone: 'mic' });
    assert.deepEqual(capture.asked.at(-1)?.audio, { deviceId: { exact: 'mic' } });
    assert.equal(capture.picture.deviceId, 'cam');
    recorder.close();
    assert.ok(!capture.isOn);
  });

  describe('where the browser knows MP4 alone', () => {
    const open = async (writes: boolean) => {
      const run = setUpRecorder();
      run.capture.types = new Set(['video/mp4']);
      run.capture.writes = writes;
      await run.recorder.open();
      return run;
    };

    it('reports silence before a person speaks', async () => {
      const { capture, recorder } = await open(false);
      capture.time = 2_900;
      capture.tick();
      assert.equal(recorder.store.state.status, 'ready');
      capture.time = 3_000;
      capture.tick();
      await waitForRecorder(recorder, 'failed');
      assert.equal(errorCodeOf(recorder), 'capture-unsupported');
      assert.ok(!capture.isOn);
      await recorder.open();
      assert.equal(errorCodeOf(recorder), 'capture-unsupported');
      assert.equal(capture.asked.length, 1, 'the camera stays off');
    });

    it('ends an empty recording', async () => {
      const { capture, recorder } = await open(false);
      // The recording's own clock takes the place of the trial's.
      const { tick } = capture;
      recorder.start();
      capture.time = 3_000;
      tick();
      const { error } = await waitForRecorder(recorder, 'failed');
      assert.equal(error.code, 'capture-unsupported');
      assert.ok(!capture.isOn);
    });

    it('records where bytes come, and tries it once', async () => {
      const { capture, recorder } = await open(true);
      const trial = capture.recorder;
      trial.give('x');
      await settled();
      assert.equal(trial.state, 'inactive');
      recorder.start();
      capture.recorder.give('one');
      recorder.stop();
      assert.equal(await (await waitForRecorder(recorder, 'done')).file.text(), 'one!');
      await recorder.open();
      assert.equal(capture.recorders.length, 2);
    });

    it('leaves a capture alone that was closed during the trial', async () => {
      const { capture, recorder } = await open(false);
      recorder.close();
      await settled();
      assert.equal(recorder.store.state.status, 'idle');
      assert.equal(capture.recorder.state, 'inactive');
    });
  });

  it('ends with a whole recording when the camera is pulled out or the sharing is ended', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.recorder.give('x');
    capture.picture.vanish();
    assert.equal(await (await waitForRecorder(recorder, 'done')).file.text(), 'x!');
  });

  it('ends rightly when the browser has ended the recording already', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.recorder.stop();
    recorder.stop();
    assert.equal((await waitForRecorder(recorder, 'done')).file.size, 1);
  });

  it('says that the camera went away before anything was recorded', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    capture.picture.vanish();
    assert.equal(errorCodeOf(recorder), 'capture-failed');
    await recorder.open();
    assert.equal(recorder.store.state.status, 'ready');
  });

  it('turns the camera off as soon as it is asked to stop', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    // The browser's recorder has not said its last word yet.
    recorder.stop();
    assert.equal(recorder.store.state.status, 'stopping');
    assert.ok(!capture.isOn);
    assert.equal(await (await waitForRecorder(recorder, 'done')).file.text(), '!');
  });

  it('ends when it is as long or as large as it may be', async () => {
    const { capture, recorder } = setUpRecorder();
    recorder.longest = 60;
    await recorder.open();
    recorder.start();
    capture.time = 59_000;
    capture.tick();
    assert.equal(recorder.store.state.status, 'recording');
    capture.time = 60_000;
    capture.tick();
    assert.equal((await waitForRecorder(recorder, 'done')).seconds, 60);
    recorder.longest = undefined;
    recorder.largest = 100;
    await recorder.open();
    recorder.start();
    for (let piece = 0; piece < 20; piece++) {
      capture.recorder.give('ten bytes!');
      await settled(1);
    }
    const { file } = await waitForRecorder(recorder, 'done');
    assert.ok(file.size > 50 && file.size <= 100, String(file.size));
  });

  it('reports an unplugged microphone and keeps showing the picture', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    capture.sound.vanish();
    const { state } = recorder.store;
    assert.ok(state.status === 'ready' && state.microphone === undefined && state.camera === 'cam');
  });

  it('does not record twice at once, nor before it sees anything', async () => {
    const { capture, recorder } = setUpRecorder();
    assert.equal(recorder.start(), undefined);
    await recorder.open();
    recorder.start();
    assert.equal(recorder.start(), undefined);
    await recorder.open();
    assert.equal(capture.recorders.length, 1);
    assert.equal(recorder.store.state.status, 'recording');
  });

  it('records again after it is done', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    recorder.stop();
    await waitForRecorder(recorder, 'done');
    await recorder.open();
    assert.equal(recorder.store.state.status, 'ready');
    recorder.start();
    assert.equal(capture.recorders.length, 2);
  });

  it('turns everything off when it is closed, and a camera that comes too late as well', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.close();
    assert.ok(!capture.isOn);
    const opening = recorder.open();
    recorder.close();
    await opening;
    assert.ok(!capture.isOn);
    assert.equal(recorder.store.state.status, 'idle');
  });

  it('ends a recording that it is closed on', async () => {
    const { recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    recorder.close();
    assert.equal(await (await waitForRecorder(recorder, 'done')).file.text(), '!');
  });
});

describe('Recorder and what stands in its way', () => {
  for (const [name, code] of [
    ['NotAllowedError', 'capture-denied'],
    ['SecurityError', 'capture-denied'],
    ['NotFoundError', 'capture-missing'],
    ['OverconstrainedError', 'capture-missing'],
    ['NotReadableError', 'capture-failed'],
    ['AbortError', 'capture-failed'],
  ] as const) {
    it(`calls ${name} ${code}, and tries again when it is asked to`, async () => {
      const { capture, recorder } = setUpRecorder();
      capture.refusal = new DOMException('no', name);
      await recorder.open();
      assert.equal(errorCodeOf(recorder), code);
      capture.refusal = undefined;
      await recorder.open();
      assert.equal(recorder.store.state.status, 'ready');
    });
  }

  for (const name of ['NotFoundError', 'NotReadableError']) {
    it(`records the picture where a microphone is a ${name}, and says that there is none`, async () => {
      const { capture, recorder } = setUpRecorder();
      capture.deafness = new DOMException('no', name);
      await recorder.open();
      const ready = await waitForRecorder(recorder, 'ready');
      assert.equal(ready.camera, 'cam');
      assert.equal(ready.microphone, undefined);
      assert.equal(capture.streams.length, 1);
    });
  }

  it('does not ask again after a denied permission', async () => {
    const { capture, recorder } = setUpRecorder();
    capture.deafness = new DOMException('no', 'NotAllowedError');
    await recorder.open();
    assert.equal(errorCodeOf(recorder), 'capture-denied');
    assert.equal(capture.asked.length, 1);
  });

  it('says that a platform cannot record', async () => {
    const recorder = new Recorder({ kind: 'camera' });
    await recorder.open();
    assert.equal(errorCodeOf(recorder), 'capture-unsupported');
  });

  it('says that a browser recorded nothing', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.recorder.give = () => {};
    recorder.stop();
    await waitForRecorder(recorder, 'failed');
    assert.equal(errorCodeOf(recorder), 'capture-empty');
  });
});
