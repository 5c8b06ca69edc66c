import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Journal } from '../../../src/upload/recording/journal/journal.ts';
import { waitForRecorder, setUpRecorder } from './support/recorder-run.ts';
import { settled } from '../../support/until.ts';

describe('Recorder and its devices', () => {
  it('lists cameras and microphones, and the devices in use', async () => {
    const { recorder } = setUpRecorder();
    await recorder.open();
    const { camera, microphone, devices } = await waitForRecorder(recorder, 'ready');
    assert.deepEqual([camera, microphone], ['cam', 'mic']);
    assert.deepEqual(
      devices.map(({ id, kind }) => [id, kind]),
      [
        ['cam', 'camera'],
        ['mic', 'microphone'],
      ],
    );
  });

  it('notices one that is plugged in', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    const heard = new Promise<number>((resolve) => {
      recorder.store.subscribe((state) => {
        if (state.status === 'ready') resolve(state.devices.length);
      });
    });
    capture.changeDevices([...capture.found, { deviceId: 'two', kind: 'videoinput', label: 'Other' }]);
    assert.equal(await heard, 3);
  });

  it('turns over to the one that is chosen, and the other off', async () => {
    const { capture, recorder } = setUpRecorder();
    await recorder.open();
    const first = capture.picture;
    capture.changeDevices([...capture.found, { deviceId: 'two', kind: 'videoinput', label: 'Other' }]);
    await recorder.open({ camera: 'two', microphone: false });
    assert.equal(first.readyState, 'ended');
    assert.deepEqual(capture.asked.at(-1), {
      video: { deviceId: { exact: 'two' }, width: 1280, height: 720 },
      audio: false,
    });
  });

  it('shares a screen without asking for a microphone', async () => {
    const { capture, recorder } = setUpRecorder({ kind: 'screen' });
    await recorder.open();
    assert.equal(capture.asked.length, 1);
    assert.equal(recorder.store.state.status, 'ready');
  });
});

describe('Recorder and a shared screen', () => {
  it('is not shared any longer when it is closed while a microphone is asked for', async () => {
    const { capture, recorder } = setUpRecorder({ kind: 'screen' });
    await recorder.open();
    capture.answers = false;
    void recorder.open({ microphone: true });
    assert.ok(capture.isOn, 'it need not be chosen again');
    recorder.close();
    assert.ok(!capture.isOn);
  });

  it('is gone when it ended while a microphone was asked for', async () => {
    const { capture, recorder } = setUpRecorder({ kind: 'screen' });
    await recorder.open();
    const { picture } = capture;
    const opening = recorder.open({ microphone: 'mic' });
    picture.vanish();
    await opening;
    assert.equal(recorder.store.state.status, 'failed');
    assert.ok(!capture.isOn, 'the microphone neither');
  });

  it('is recorded without the microphone where the two cannot be mixed', async () => {
    const { capture, recorder } = setUpRecorder({ kind: 'screen' });
    // There is no AudioContext in here.
    await recorder.open({ microphone: true });
    const { microphone } = await waitForRecorder(recorder, 'ready');
    assert.equal(microphone, undefined);
    assert.equal(capture.streams.at(-1)?.getAudioTracks()[0]?.readyState, 'ended');
  });
});

describe('Recorder and its journal', () => {
  it('reads pieces from their storage: nothing of a long recording stays in memory', async () => {
    const { capture, journal, recorder } = setUpRecorder({
      journal: () =>
        Promise.resolve(Object.assign(journal, { write: () => Promise.resolve(new Blob(['disk '])) })),
    });
    await recorder.open();
    const file = recorder.start();
    for (let piece = 0; piece < 3; piece++) capture.recorder.give('memory ');
    recorder.stop();
    await waitForRecorder(recorder, 'done');
    assert.equal(await file?.text(), 'disk disk disk disk ');
  });

  it('lets a piece leave only when it is kept', async () => {
    const { capture, journal, recorder } = setUpRecorder();
    await recorder.open();
    const file = recorder.start()!;
    await settled();
    const written = journal.hold();
    capture.recorder.give('one');
    await settled();
    assert.equal(file.size, 0);
    written();
    await settled();
    assert.equal(file.size, 3);
    recorder.stop();
    await waitForRecorder(recorder, 'done');
  });

  it('leaves a recording for another time, once it is over', async () => {
    const { journal, recorder } = setUpRecorder();
    await recorder.open();
    const file = recorder.start()!;
    await recorder.release(file);
    assert.ok(journal.isReleased && !journal.isDiscarded);
    assert.equal(file.isOpen, false);
    assert.equal(await new Blob(journal.pieces).text(), '!');
  });

  it('keeps every piece, and forgets them on request', async () => {
    const { capture, journal, recorder } = setUpRecorder();
    await recorder.open();
    const file = recorder.start()!;
    capture.recorder.give('one');
    recorder.stop();
    await waitForRecorder(recorder, 'done');
    await settled();
    const { state } = recorder.store;
    assert.ok(state.status === 'done' && state.isKept);
    await recorder.forget(file);
    assert.equal(await new Blob(journal.pieces).text(), 'one!');
    assert.ok(journal.isDiscarded);
  });

  it('keeps recording when the disk is full, and says that the recording is not stored', async () => {
    const { capture, journal, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.recorder.give('one');
    await settled();
    journal.isFull = true;
    capture.recorder.give('two');
    await settled();
    capture.recorder.give('three');
    journal.isFull = false;
    recorder.stop();
    const { isKept, file } = await waitForRecorder(recorder, 'done');
    assert.equal(isKept, false);
    assert.equal(await file.text(), 'onetwothree!');
    // Not with a hole in it.
    assert.equal(await new Blob(journal.pieces).text(), 'one');
  });

  it('records without a journal where there can be none', async () => {
    for (const journal of [() => Promise.resolve(undefined), () => Promise.reject(new TypeError('denied'))]) {
      const { recorder } = setUpRecorder({ journal });
      await recorder.open();
      recorder.start();
      recorder.stop();
      assert.equal((await waitForRecorder(recorder, 'done')).isKept, false);
    }
  });

  it('records without a journal that does not begin in time, and leaves none of it behind', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let begin: (journal: Journal) => void = () => {};
    const late = new Promise<Journal | undefined>((resolve) => (begin = resolve));
    const { capture, journal, recorder } = setUpRecorder({ journal: () => late });
    await recorder.open();
    const file = recorder.start();
    capture.recorders.at(-1)?.give('one');
    await settled();
    assert.ok(file);
    assert.equal(file.size, 0);
    context.mock.timers.tick(5_000);
    await settled();
    assert.equal(await file.text(), 'one');
    begin(journal);
    recorder.stop();
    assert.equal((await waitForRecorder(recorder, 'done')).isKept, false);
    assert.equal(await file.text(), 'one!');
    assert.deepEqual([journal.pieces.length, journal.isDiscarded], [0, true]);
  });

  it('restores a recording that was set aside, until it is forgotten', async () => {
    const { capture, journal, recorder } = setUpRecorder({ isReviewed: true });
    await recorder.open();
    const file = recorder.start();
    assert.ok(file);
    capture.recorder.give('one');
    recorder.setAside();
    assert.deepEqual([recorder.store.state.status, capture.isOn], ['idle', false]);
    await recorder.open();
    recorder.bringBack(file);
    const done = await waitForRecorder(recorder, 'done');
    assert.deepEqual([await done.file.text(), done.file.isOpen], ['one!', true]);
    assert.deepEqual([capture.isOn, journal.isDiscarded], [false, false]);
    recorder.setAside();
    await recorder.forget(file);
    assert.ok(journal.isDiscarded);
    recorder.bringBack(file);
    assert.equal(recorder.store.state.status, 'idle');
  });

  it('keeps nothing of a discarded recording', async () => {
    const { capture, journal, recorder } = setUpRecorder();
    await recorder.open();
    recorder.start();
    capture.recorder.give('one');
    await recorder.discard();
    assert.ok(journal.isDiscarded);
    assert.ok(!capture.isOn);
    assert.equal(recorder.store.state.status, 'idle');
  });
});
