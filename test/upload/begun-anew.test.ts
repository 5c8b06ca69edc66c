import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFailed, assertWhole, ended, setUp, setUpInto, SIZE } from '../support/upload-run.ts';
import { makeFile } from '../support/uploader-file.ts';

/** An upload whose every grant names another video: viG1, viG2 … */
function setUpAnew() {
  let videos = 0;
  const house = setUp({ grant: () => ({ ...house.grant, videoId: `viG${String(++videos)}` }) });
  return house;
}

describe('Upload, where there is no going on with the granted video', () => {
  it('does not take what another upload left in the granted video for its own', async () => {
    const { service, upload } = setUpInto('viG');
    upload.start();
    await ended(upload);
    const { upload: other } = setUpInto('viG', makeFile(SIZE, 'other.mp4'), service);
    other.start();
    assertFailed(await ended(other), 'upload-refused');
  });

  it('begins anew when it is asked to, after a first part that the browser has sent twice', async () => {
    const { service, upload } = setUpAnew();
    service.faults.push('sent-twice');
    upload.start();
    assertFailed(await ended(upload), 'upload-refused');
    upload.retry();
    const state = await ended(upload);
    assert.equal('video' in state && state.video?.videoId, 'viG2');
    service.videos.delete('viG1');
    assertWhole(service);
  });

  it('begins anew when it is asked to, after the service has lost two', async () => {
    const { service, upload } = setUpAnew();
    service.forgotten.add('viG1').add('viG2');
    upload.start();
    assertFailed(await ended(upload), 'not-found');
    upload.retry();
    await ended(upload);
    assertWhole(service);
  });
});
