import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeviceMemory } from '../../../src/upload/recording/capture/device-memory.ts';
import { setUpRecorder, waitForRecorder } from './support/recorder-run.ts';

function storage(text?: string) {
  const kept = new Map(text === undefined ? [] : [['vh-recorder', text]]);
  const place = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { kept, memory: new DeviceMemory(() => place) };
}

describe('DeviceMemory', () => {
  it('keeps the camera beside the microphone', () => {
    const { memory } = storage();
    memory.write({ camera: 'a' });
    memory.write({ microphone: 'b' });
    memory.write({ camera: 'c' });
    assert.deepEqual(memory.read(), { camera: 'c', microphone: 'b' });
  });

  it('takes nothing that is no id', () => {
    for (const text of ['', '{', '[]', '7', '{"camera":7,"microphone":{}}', '{"camera":""}'])
      assert.deepEqual(storage(text).memory.read(), { camera: undefined, microphone: undefined }, text);
    const long = JSON.stringify({ camera: 'x'.repeat(10_000), microphone: 'b' });
    assert.deepEqual(storage(long).memory.read(), { camera: undefined, microphone: 'b' });
  });

  it('does without a storage', () => {
    const memory = new DeviceMemory(() => {
      throw new DOMException('no', 'SecurityError');
    });
    memory.write({ camera: 'a' });
    assert.deepEqual(memory.read(), {});
  });
});

describe('a chosen device', () => {
  it('is the one that is used, and another one where it is gone', async () => {
    const { capture, recorder } = setUpRecorder();
    const two = { deviceId: 'two', kind: 'videoinput', label: 'Other' };
    capture.found = [...capture.found, two];
    await recorder.open({ camera: 'two', microphone: 'mic' });
    assert.equal((await waitForRecorder(recorder, 'ready')).camera, 'two');
    capture.found = capture.found.filter((one) => one !== two);
    await recorder.open({ camera: 'two', microphone: 'mic' });
    const { camera, microphone } = await waitForRecorder(recorder, 'ready');
    assert.deepEqual([camera, microphone], ['cam', 'mic']);
    // The microphone is there: only the camera is left to the browser.
    assert.deepEqual(capture.asked.at(-1)?.audio, { deviceId: { exact: 'mic' } });
  });

  it('is not asked for again where another one is missing', async () => {
    const { capture, recorder } = setUpRecorder();
    capture.deafness = Object.assign(new Error('none'), { name: 'NotFoundError' });
    await recorder.open({ camera: 'cam' });
    const { camera, microphone } = await waitForRecorder(recorder, 'ready');
    assert.deepEqual([camera, microphone, capture.asked.length], ['cam', undefined, 2]);
  });
});
