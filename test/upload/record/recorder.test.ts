import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Recorder, type RecorderOptions } from '../../../src/upload/record/recorder.ts';
import type { RecordState, RecordStatus } from '../../../src/upload/record/record-state.ts';
import { FakeCapture, FakeJournal } from '../../support/fake-capture.ts';

function setUp(options: Partial<RecorderOptions> = {}) {
  const capture = new FakeCapture();
  const journal = new FakeJournal();
  const recorder = new Recorder({
    kind: 'camera',
    world: capture.world,
    journal: () => Promise.resolve(journal),
    ...options,
  });
  const states: RecordStatus[] = [];
  recorder.store.subscribe(({ status }) => {
    if (states.at(-1) !== status) states.push(status);
  });
  return { capture, journal, recorder, states };
}

function reach<Status extends RecordStatus>(
  recorder: Recorder,
  status: Status,
): Promise<Extract<RecordState, { status: Status }>> {
  return new Promise((resolve) => {
    const look = () => {
      const { state } = recorder.store;
      if (state.status === status) resolve(state as Extract<RecordState, { status: Status }>);
    };
    recorder.store.subscribe(look);
    look();
  });
}

function codeOf({ store: { state } }: Recorder): string | undefined {
  return state.status === 'failed' ? state.error.code : undefined;
}

describe('Recorder', () => {
  it('goes from a preview to a whole recording, and turns the camera off', async () => {
    const { capture, recorder, states } = setUp();
    await recorder.open();
    assert.ok(capture.isOn);
    const file = recorder.start();
    capture.recorder.give('one');
    capture.recorder.give('two');
    recorder.stop();
    const done = await reach(recorder, 'done');
    assert.equal(done.file, file);
    assert.equal(await done.file.text(), 'onetwo!');
    assert.equal(done.file.isOpen, false);
    assert.match(done.file.name, /^recording-\d{4}-\d\d-\d\d-\d{4}\.webm$/);
    assert.equal(done.file.type, 'video/webm');
    assert.ok(!capture.isOn);
    assert.deepEqual(states, ['asking', 'ready', 'recording', 'stopping', 'done']);
  });

  it('hands its pieces over as often as it is told', async () => {
    const { capture, recorder } = setUp({ timeslice: 250 });
    await recorder.open();
    recorder.start();
    assert.equal(capture.recorder.timeslice, 125);
    assert.equal(capture.recorder.options.videoKeyFrameIntervalDuration, 250);
  });

  it('counts only the time that is recorded', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.time = 2_000;
    recorder.pause();
    capture.time = 60_000;
    recorder.resume();
    capture.time = 63_000;
    capture.recorder.give('x');
    const { state } = recorder.store;
    assert.equal(state.status === 'recording' && state.seconds, 5);
  });

  it('writes MP4 where it can, and what the browser writes elsewhere', async () => {
    for (const [types, type] of [
      [['video/mp4;codecs=avc1.42E01F,opus', 'video/webm;codecs=vp9,opus'], 'video/mp4'],
      [['video/webm;codecs=vp8,opus', 'video/webm'], 'video/webm'],
      [[], 'video/webm'],
    ] as const) {
      const { capture, recorder } = setUp();
      capture.types = new Set(types);
      await recorder.open();
      assert.equal(recorder.start()?.type, type);
      assert.equal(capture.recorder.mimeType, types[0] ?? '');
    }
  });

  it('names no codec for sound that is not recorded: Firefox would wait for it', async () => {
    const { capture, recorder } = setUp();
    capture.types = new Set(['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp8']);
    await recorder.open({ microphone: false });
    recorder.start();
    assert.equal(capture.recorder.mimeType, 'video/webm;codecs=vp8');
  });

  it('ends with a whole recording when the camera is pulled out or the sharing is ended', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.recorder.give('x');
    capture.picture.vanish();
    assert.equal(await (await reach(recorder, 'done')).file.text(), 'x!');
  });

  it('ends rightly when the browser has ended the recording already', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.recorder.stop();
    recorder.stop();
    assert.equal((await reach(recorder, 'done')).file.size, 1);
  });

  it('says that the camera went away before anything was recorded', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    capture.picture.vanish();
    assert.equal(codeOf(recorder), 'capture-failed');
    await recorder.open();
    assert.equal(recorder.store.state.status, 'ready');
  });

  it('does not record twice at once, nor before it sees anything', async () => {
    const { capture, recorder } = setUp();
    assert.equal(recorder.start(), undefined);
    await recorder.open();
    recorder.start();
    assert.equal(recorder.start(), undefined);
    await recorder.open();
    assert.equal(capture.recorders.length, 1);
    assert.equal(recorder.store.state.status, 'recording');
  });

  it('records again after it is done', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    recorder.stop();
    await reach(recorder, 'done');
    await recorder.open();
    assert.equal(recorder.store.state.status, 'ready');
    recorder.start();
    assert.equal(capture.recorders.length, 2);
  });

  it('turns everything off when it is closed, and a camera that comes too late as well', async () => {
    const { capture, recorder } = setUp();
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
    const { recorder } = setUp();
    await recorder.open();
    recorder.start();
    recorder.close();
    assert.equal(await (await reach(recorder, 'done')).file.text(), '!');
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
      const { capture, recorder } = setUp();
      capture.refusal = new DOMException('no', name);
      await recorder.open();
      assert.equal(codeOf(recorder), code);
      capture.refusal = undefined;
      await recorder.open();
      assert.equal(recorder.store.state.status, 'ready');
    });
  }

  it('says that a platform cannot record', async () => {
    const recorder = new Recorder({ kind: 'camera' });
    await recorder.open();
    assert.equal(codeOf(recorder), 'capture-unsupported');
  });

  it('says that a browser recorded nothing', async () => {
    const { capture, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.recorder.give = () => {};
    recorder.stop();
    await reach(recorder, 'failed');
    assert.equal(codeOf(recorder), 'capture-failed');
  });
});

describe('Recorder and its devices', () => {
  it('lists cameras and microphones, and what is in use', async () => {
    const { recorder } = setUp();
    await recorder.open();
    const { camera, microphone, devices } = await reach(recorder, 'ready');
    assert.deepEqual([camera, microphone], ['cam', 'mic']);
    assert.deepEqual(
      devices.map(({ id, kind }) => [id, kind]),
      [
        ['cam', 'camera'],
        ['mic', 'microphone'],
      ],
    );
  });

  it('hears of one that is plugged in', async () => {
    const { capture, recorder } = setUp();
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
    const { capture, recorder } = setUp();
    await recorder.open();
    const first = capture.picture;
    await recorder.open({ camera: 'two', microphone: false });
    assert.equal(first.readyState, 'ended');
    assert.deepEqual(capture.asked.at(-1), {
      video: { deviceId: 'two', width: 1280, height: 720 },
      audio: false,
    });
  });

  it('shares a screen without asking for a microphone', async () => {
    const { capture, recorder } = setUp({ kind: 'screen' });
    await recorder.open();
    assert.equal(capture.asked.length, 1);
    assert.equal(recorder.store.state.status, 'ready');
  });
});

describe('Recorder and its journal', () => {
  it('keeps every piece, and forgets them when it is told', async () => {
    const { capture, journal, recorder } = setUp();
    await recorder.open();
    const file = recorder.start()!;
    capture.recorder.give('one');
    recorder.stop();
    await reach(recorder, 'done');
    await new Promise(setImmediate);
    const { state } = recorder.store;
    assert.ok(state.status === 'done' && state.isKept);
    await recorder.forget(file);
    assert.equal(await new Blob(journal.pieces).text(), 'one!');
    assert.ok(journal.isDiscarded);
  });

  it('goes on recording when there is no room, and says that it is not kept', async () => {
    const { capture, journal, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.recorder.give('one');
    await new Promise(setImmediate);
    journal.isFull = true;
    capture.recorder.give('two');
    await new Promise(setImmediate);
    capture.recorder.give('three');
    journal.isFull = false;
    recorder.stop();
    const { isKept, file } = await reach(recorder, 'done');
    assert.equal(isKept, false);
    assert.equal(await file.text(), 'onetwothree!');
    // Not with a hole in it.
    assert.equal(await new Blob(journal.pieces).text(), 'one');
  });

  it('records without a journal where there can be none', async () => {
    for (const journal of [() => Promise.resolve(undefined), () => Promise.reject(new TypeError('denied'))]) {
      const { recorder } = setUp({ journal });
      await recorder.open();
      recorder.start();
      recorder.stop();
      assert.equal((await reach(recorder, 'done')).isKept, false);
    }
  });

  it('keeps nothing of what is discarded', async () => {
    const { capture, journal, recorder } = setUp();
    await recorder.open();
    recorder.start();
    capture.recorder.give('one');
    await recorder.discard();
    assert.ok(journal.isDiscarded);
    assert.ok(!capture.isOn);
    assert.equal(recorder.store.state.status, 'idle');
  });
});
