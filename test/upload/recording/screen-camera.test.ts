import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCodeOf, setUpRecorder, waitForRecorder } from './support/recorder-run.ts';

const refusal = (name: string) => Object.assign(new Error(name), { name });

describe('a recording of the screen with the camera in a corner', () => {
  const setUp = () => setUpRecorder({ kind: 'screen camera' });

  it('asks for the screen first, and shows the camera in a corner that can be changed at any time', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    const ready = await waitForRecorder(recorder, 'ready');
    assert.deepEqual([ready.camera, ready.corner], ['cam', 'bottom-right']);
    assert.equal(capture.asked.length, 2);
    recorder.moveCamera('top-left');
    recorder.start();
    recorder.moveCamera('top-right');
    const { corner } = await waitForRecorder(recorder, 'recording');
    assert.equal(corner, 'top-right');
    assert.deepEqual(capture.corners, ['bottom-right', 'top-left', 'top-right']);
    recorder.stop();
    await waitForRecorder(recorder, 'done');
    assert.equal(capture.isOn, false);
  });

  it('goes on with the screen when the camera is unplugged', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.overlaid?.getVideoTracks()[0]?.vanish();
    const { status, camera, corner } = await waitForRecorder(recorder, 'recording');
    assert.deepEqual([status, camera, corner], ['recording', undefined, undefined]);
    recorder.stop();
    assert.ok((await waitForRecorder(recorder, 'done')).file.size > 0);
  });

  it('ends as a screen does', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.streams[0]?.getVideoTracks()[0]?.vanish();
    await waitForRecorder(recorder, 'done');
    assert.equal(capture.isOn, false);
  });

  it('has the screen where the camera is refused, and does not ask again for the microphone', async () => {
    const { capture, recorder } = setUp();
    capture.deafness = refusal('NotAllowedError');
    await recorder.open();
    const { camera, microphone, corner } = await waitForRecorder(recorder, 'ready');
    assert.deepEqual([camera, microphone, corner], [undefined, undefined, undefined]);
    // The screen's own question has no microphone in it.
    assert.equal(capture.asked.length, 2);
    assert.ok(recorder.start());
  });

  it('says that the screen was refused, and can go on with the camera', async () => {
    const { capture, recorder } = setUp();
    capture.refusal = refusal('NotAllowedError');
    await recorder.open();
    assert.equal(errorCodeOf(recorder), 'capture-denied');
    assert.equal(capture.asked.length, 1);
    capture.refusal = undefined;
    recorder.kind = 'camera';
    await recorder.open();
    assert.equal((await waitForRecorder(recorder, 'ready')).camera, 'cam');
  });

  it('turns the camera off where it cannot be laid over the screen', async () => {
    const { capture, recorder } = setUp();
    capture.composes = false;
    await recorder.open();
    assert.equal((await waitForRecorder(recorder, 'ready')).camera, undefined);
    assert.equal(capture.streams[1]?.getVideoTracks()[0]?.readyState, 'ended');
  });

  it('keeps the screen while another camera is chosen, or none', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    await recorder.open({ camera: false });
    assert.equal((await waitForRecorder(recorder, 'ready')).camera, undefined);
    await recorder.open({ camera: 'cam' });
    assert.equal((await waitForRecorder(recorder, 'ready')).camera, 'cam');
    assert.equal(capture.asked.filter(({ audio }) => audio === false).length, 1);
    recorder.close();
    assert.equal(capture.isOn, false);
  });
});
