import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertWhole,
  waitForEnd,
  waitForState,
  setUpUpload,
  statusSequence,
  waitForStatus,
} from '../support/upload/upload-run.ts';
import { settled, until } from '../support/until.ts';

describe('Upload, asked to stop', () => {
  it('sends the rest after a pause', async () => {
    const { service, upload, states } = setUpUpload();
    service.faults.push(undefined, 'silence');
    upload.start();
    await waitForState(upload, ({ sent }) => sent > 4);
    upload.pause();
    assert.equal(upload.store.state.status, 'paused');
    upload.resume();
    await waitForEnd(upload);
    assertWhole(service);
    assert.ok(statusSequence(states).includes('paused'));
  });

  it('resumes after a pause during which a part was stored', async () => {
    const { service, upload } = setUpUpload();
    upload.store.subscribe(({ status, sent }) => {
      if (status === 'uploading' && sent > 4 && service.seen.length === 2) upload.pause();
    });
    upload.start();
    await waitForStatus(upload, 'paused');
    upload.resume();
    await waitForEnd(upload);
    assertWhole(service);
  });

  /** An upload whose parts arrive whole; each answer from one on waits until it is let through. Meanwhile no time passes. */
  function setUpSlowAnswers(from = 1) {
    const run = setUpUpload();
    const { sender } = run.environment;
    let letThrough = () => {};
    const opened = new Promise<void>((resolve) => (letThrough = resolve));
    const aborted = (signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const send: typeof sender.send = async (request) => {
      const response = await sender.send(request);
      if (run.service.seen.length < from) return response;
      await Promise.race([opened, aborted(request.signal)]);
      return response;
    };
    const sleep: typeof run.environment.sleep = (_ms, signal) => aborted(signal);
    Object.assign(run.environment, { sleep, sender: { ...sender, send } });
    return { ...run, letThrough };
  }

  describe('while a first part that has left is not answered, by a service that knows no Upload-Id', () => {
    for (const [when, isEarly] of [
      ['before', true],
      ['after', false],
    ] as const) {
      it(`makes no second video: resumed ${when} the answer`, async () => {
        const { service, upload, letThrough } = setUpSlowAnswers();
        upload.start();
        await until(() => service.videos.size === 1);
        await settled(50);
        upload.pause();
        assert.equal(upload.store.state.status, 'paused');
        if (isEarly) upload.resume();
        letThrough();
        await settled(50);
        if (!isEarly) {
          assert.equal(upload.store.state.status, 'paused');
          // It sends no further part while it is paused.
          assert.equal(service.seen.length, 1);
          upload.resume();
        }
        await waitForEnd(upload);
        assertWhole(service);
        assert.equal(service.seen.length, 3);
      });
    }

    it('makes no second video where the service has lost the first one before', async () => {
      // The first part makes a video, the other two meet that it is gone, and the next one makes another.
      const { service, upload, letThrough } = setUpSlowAnswers(4);
      upload.store.subscribe(() => {
        if (service.videos.delete('vi1')) service.forgotten.add('vi1');
      });
      upload.start();
      await until(() => service.videos.has('vi2'));
      await settled(50);
      upload.pause();
      upload.resume();
      letThrough();
      await waitForEnd(upload);
      assertWhole(service);
    });

    it('ends when it is cancelled', async () => {
      const { service, upload, states, letThrough } = setUpSlowAnswers();
      upload.start();
      await until(() => service.videos.size === 1);
      await settled(50);
      upload.pause();
      upload.cancel();
      const count = states.length;
      letThrough();
      await settled(50);
      assert.equal(upload.store.state.status, 'cancelled');
      assert.equal(states.length, count);
      assert.equal(service.seen.length, 1);
    });
  });

  it('stops at once while most of a first part has not left', async () => {
    const { service, upload } = setUpUpload();
    service.faults.push('silence');
    upload.start();
    await waitForState(upload, ({ sent }) => sent > 0);
    upload.pause();
    upload.resume();
    await waitForEnd(upload);
    assertWhole(service);
    assert.equal(service.seen.length, 4);
  });

  for (const status of ['granting', 'uploading', 'waiting', 'paused', 'processing'] as const) {
    it(`ends without a word when it is cancelled while ${status}`, async () => {
      const { service, upload, states } = setUpUpload();
      if (status === 'waiting') service.faults.push('reset');
      if (status === 'processing') service.encoding.playable = false;
      upload.store.subscribe((state) => {
        if (status === 'paused' && state.status === 'uploading') upload.pause();
      });
      upload.start();
      await waitForStatus(upload, status);
      upload.cancel();
      const count = states.length;
      upload.resume();
      upload.retry();
      upload.start();
      // More turns of the loop than anything that was under way could need.
      await settled(50);
      assert.equal(upload.store.state.status, 'cancelled');
      assert.equal(states.length, count);
    });
  }

  it('can be cancelled by a listener of its start', async () => {
    const { service, upload } = setUpUpload();
    upload.store.subscribe(() => {
      upload.cancel();
    });
    upload.start();
    await waitForStatus(upload, 'cancelled');
    assert.equal(service.seen.length, 0);
  });
});
