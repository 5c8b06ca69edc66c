import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertFailed,
  assertWhole,
  waitForEnd,
  setUpUpload,
  setUpUploadInto,
  SIZE,
} from '../support/upload/upload-run.ts';
import { makeFile } from '../support/upload/uploader-file.ts';

/** An upload whose every grant names another video: viG1, viG2 … */
function setUpAnew() {
  let videos = 0;
  const house = setUpUpload({ grant: () => ({ ...house.grant, videoId: `viG${String(++videos)}` }) });
  return house;
}

describe('Upload whose granted video cannot be resumed', () => {
  it('does not take what another upload left in the granted video for its own', async () => {
    const { service, upload } = setUpUploadInto('viG');
    upload.start();
    await waitForEnd(upload);
    const { upload: other } = setUpUploadInto('viG', makeFile(SIZE, 'other.mp4'), service);
    other.start();
    assertFailed(await waitForEnd(other), 'upload-refused');
  });

  it('starts over at a retry, after a first part that the browser has sent twice', async () => {
    const { service, upload } = setUpAnew();
    service.faults.push('sent-twice');
    upload.start();
    assertFailed(await waitForEnd(upload), 'upload-refused');
    upload.retry();
    const state = await waitForEnd(upload);
    assert.equal('video' in state && state.video?.videoId, 'viG2');
    service.videos.delete('viG1');
    assertWhole(service);
  });

  it('starts over at a retry, after the service has lost two videos', async () => {
    const { service, upload } = setUpAnew();
    service.forgotten.add('viG1').add('viG2');
    upload.start();
    assertFailed(await waitForEnd(upload), 'not-found');
    upload.retry();
    await waitForEnd(upload);
    assertWhole(service);
  });
});
