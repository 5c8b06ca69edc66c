import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertWhole, ended, reach, setUp, statuses, when } from '../support/upload-run.ts';

describe('Upload, told to stop', () => {
  it('goes on after a pause with what is not stored', async () => {
    const { service, upload, states } = setUp();
    service.faults.push(undefined, 'silence');
    upload.start();
    await reach(upload, ({ sent }) => sent > 4);
    upload.pause();
    assert.equal(upload.store.state.status, 'paused');
    upload.resume();
    await ended(upload);
    assertWhole(service);
    assert.ok(statuses(states).includes('paused'));
  });

  it('goes on after a pause whose part arrived nevertheless', async () => {
    const { service, upload } = setUp();
    upload.store.subscribe(({ status, sent }) => {
      if (status === 'uploading' && sent > 4 && service.seen.length === 2) upload.pause();
    });
    upload.start();
    await when(upload, 'paused');
    upload.resume();
    await ended(upload);
    assertWhole(service);
  });

  for (const status of ['granting', 'uploading', 'waiting', 'paused', 'processing'] as const) {
    it(`ends without a word when it is cancelled while ${status}`, async () => {
      const { service, upload, states } = setUp();
      if (status === 'waiting') service.faults.push('reset');
      if (status === 'processing') service.encoding.playable = false;
      upload.store.subscribe((state) => {
        if (status === 'paused' && state.status === 'uploading') upload.pause();
      });
      upload.start();
      await when(upload, status);
      upload.cancel();
      const count = states.length;
      upload.resume();
      upload.retry();
      upload.start();
      // More turns of the loop than anything that was under way could need.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(upload.store.state.status, 'cancelled');
      assert.equal(states.length, count);
    });
  }

  it('can be cancelled by whoever hears that it begins', async () => {
    const { service, upload } = setUp();
    upload.store.subscribe(() => {
      upload.cancel();
    });
    upload.start();
    await when(upload, 'cancelled');
    assert.equal(service.seen.length, 0);
  });
});
