import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import {
  assertFailed,
  setUpUpload,
  waitForEnd,
  waitForState,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const SIZE = 1_000;
const EXPECTED = hashOf(makeBytes(SIZE));

/** A service that says how it has stored a file, and an upload to it. */
function setUp(service = new FakeService(), size = SIZE) {
  service.hasExtensions = true;
  return setUpUpload({ videoId: undefined }, { withChecksum: true }, makeFile(size), service);
}

describe('The checksum of what an upload sends', () => {
  it('is that of the file, and the state and the item have it', async () => {
    const { upload } = setUp();
    assert.equal(upload.store.state.checksum, undefined);
    upload.start();
    const state = await waitForState(upload, ({ checksum }) => checksum !== undefined);
    assert.equal(state.checksum, EXPECTED);
    assert.equal(await upload.checksum(), EXPECTED);
    const end = await waitForEnd(upload);
    assert.deepEqual([end.status, end.checksum], ['playable', EXPECTED]);
  });

  it('is not computed unless it is asked for', async () => {
    const { upload } = setUpUpload({}, {}, makeFile(SIZE));
    upload.start();
    await waitForEnd(upload);
    assert.equal(upload.checksum(), undefined);
    assert.equal(upload.store.state.checksum, undefined);
  });

  it('is that of several pieces, however they have left', async () => {
    const size = 9 * 1024 * 1024 + 17;
    const service = new FakeService();
    const partSize = { min: 2 * 1024 * 1024, max: 2 * 1024 * 1024 };
    const grant = { protocol: 'parts', url: service.url, token: 'good', partSize } as const;
    const { upload } = setUpUpload({ grant }, { withChecksum: true }, makeFile(size), service);
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.equal(await upload.checksum(), hashOf(makeBytes(size)));
  });

  it('agrees with what the service says', async () => {
    const service = new FakeService();
    service.sha256 = EXPECTED.toUpperCase();
    const { upload } = setUp(service);
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
  });

  it('ends the upload where the service has other bytes, and another try makes another video', async () => {
    const service = new FakeService();
    service.sha256 = hashOf(makeBytes(SIZE - 1));
    const { upload, states } = setUp(service);
    upload.start();
    const failed = await waitForEnd(upload);
    assertFailed(failed, 'checksum-mismatch');
    assert.ok(failed.status === 'failed' && failed.video === undefined);
    assert.ok(
      states.every(({ status }) => status !== 'playable'),
      'a damaged video is never called playable',
    );
    assert.equal(service.videos.size, 1);
    service.sha256 = EXPECTED;
    upload.retry();
    assert.equal((await waitForStatus(upload, 'playable')).status, 'playable');
    assert.equal(service.videos.size, 2, 'another video');
    const [damaged, whole] = [...service.videos.keys()];
    assert.equal(upload.videoId, whole);
    assert.notEqual(damaged, whole);
    assert.deepEqual(service.bytes(whole), makeBytes(SIZE));
  });

  it('does without it where the file cannot be read a second time', async () => {
    const { upload } = setUp();
    upload.store.subscribe(({ status }) => {
      if (status !== 'processing') return;
      upload.file.slice = () => {
        throw new DOMException('It has gone.', 'NotReadableError');
      };
    });
    upload.start();
    const end = await waitForEnd(upload);
    assert.deepEqual([end.status, end.checksum], ['playable', undefined]);
  });
});
