import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertWhole,
  waitForEnd,
  waitForState,
  setUpUpload,
  statusSequence,
  waitForStatus,
} from '../support/upload-run.ts';
import { settled } from '../support/until.ts';

describe('Upload, told to stop', () => {
  it('goes on after a pause with what is not stored', async () => {
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

  it('goes on after a pause whose part arrived nevertheless', async () => {
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

  it('can be cancelled by whoever hears that it begins', async () => {
    const { service, upload } = setUpUpload();
    upload.store.subscribe(() => {
      upload.cancel();
    });
    upload.start();
    await waitForStatus(upload, 'cancelled');
    assert.equal(service.seen.length, 0);
  });
});
