import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertFailed,
  assertWhole,
  waitForEnd,
  setUpUploadInto,
  setUpUpload,
  SIZE,
  statusSequence,
  waitForStatus,
} from '../support/upload/upload-run.ts';
import { makeFile } from '../support/upload/uploader-file.ts';

describe('Upload', () => {
  it('sends the parts in order and ends in a video that can be played', async () => {
    const { service, upload, states } = setUpUpload();
    upload.start();
    const state = await waitForEnd(upload);
    assertWhole(service);
    assert.equal(state.status, 'playable');
    assert.equal(state.video.videoId, 'vi1');
    assert.equal(state.video.title, 'clip.mp4');
    assert.deepEqual(statusSequence(states), ['granting', 'uploading', 'processing', 'playable']);
    assert.deepEqual(
      service.seen.map(({ headers }) => headers.get('content-range')),
      ['part 1/3', 'part 2/3', 'part 3/3'],
    );
  });

  it('names the video before the file in every part but a first one that has none', async () => {
    const { service, upload } = setUpUpload();
    upload.start();
    await waitForEnd(upload);
    assert.deepEqual(
      service.seen.map(({ fields }) => fields.join()),
      ['file', 'videoId,file', 'videoId,file'],
    );
  });

  it('carries the granted video in the first part too', async () => {
    const { service, upload } = setUpUploadInto('viGranted');
    upload.start();
    await waitForEnd(upload);
    assert.deepEqual([...service.videos.keys()], ['viGranted']);
    assert.equal(service.seen[0]?.headers.get('upload-id'), null);
  });

  it('says "part 1/1" of a file that fits into one', async () => {
    const { service, upload } = setUpUpload({}, {}, makeFile(3));
    upload.start();
    await waitForEnd(upload);
    assert.equal(service.seen[0]?.headers.get('content-range'), 'part 1/1');
  });

  it('reports progress that never goes back, and ends at the whole', async () => {
    const { upload, states, service } = setUpUpload();
    service.faults.push(undefined, 'reset');
    upload.start();
    await waitForEnd(upload);
    const sent = states.map((state) => state.sent);
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
    );
    assert.ok(sent.every((bytes) => bytes <= SIZE));
    assert.equal(sent.at(-1), SIZE);
  });

  it('starts once, however often it is asked to', async () => {
    const { service, upload } = setUpUpload();
    upload.start();
    upload.start();
    await waitForEnd(upload);
    upload.start();
    assert.equal(service.seen.length, 3);
  });
});

describe('Upload and a service that does not know Upload-Id', () => {
  it('does without when the browser is not let to send it', async () => {
    const { service, upload } = setUpUpload();
    service.refusesUploadId = true;
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
  });

  it('does not give it up because the line breaks now and then', async () => {
    const { service, upload } = setUpUpload();
    service.hasExtensions = true;
    // Requests that send, and some that probe whether the header is at fault.
    service.losesUploadId = 7;
    service.faults.push('lost-answer');
    upload.start();
    await waitForEnd(upload);
    assertWhole(service);
  });

  it('does not give it up because the server is away', async () => {
    const { service, environment, upload } = setUpUpload();
    service.refusesUploadId = true;
    environment.reachable = false;
    environment.onSleep = () => {
      if (environment.time < 60 * 60_000) return;
      service.refusesUploadId = false;
      environment.comeBack();
    };
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.ok(service.seen[0]?.headers.has('upload-id'));
  });
});

describe('Upload, after the last byte', () => {
  it('ends in processing-failed when no video can be made of it', async () => {
    const { service, upload, states } = setUpUpload();
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    upload.start();
    const state = await waitForEnd(upload);
    assertFailed(state, 'processing-failed');
    assert.equal(state.status === 'failed' && state.video?.videoId, 'vi1');
    assert.ok(statusSequence(states).includes('processing'));
  });

  it('asks the manifest where nothing else can be asked', async () => {
    const { service, upload } = setUpUpload();
    service.encoding.playable = false;
    upload.start();
    await waitForStatus(upload, 'processing');
    service.encoding.playable = true;
    assert.equal((await waitForEnd(upload)).status, 'playable');
  });

  it('does not watch for hours what no browser may ask', async () => {
    const { service, environment, upload } = setUpUpload();
    service.encoding.playable = false;
    upload.start();
    await waitForStatus(upload, 'processing');
    environment.reachable = false;
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assert.ok(environment.time < 60 * 60_000, `${String(environment.time)} ms`);
  });

  it('does not try a file again of which no video could be made', async () => {
    const { service, upload } = setUpUpload();
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    upload.start();
    await waitForStatus(upload, 'failed');
    upload.retry();
    assert.equal(upload.store.state.status, 'failed');
  });

  it('stops polling when it is released, and keeps the video', async () => {
    const { service, upload } = setUpUpload();
    service.encoding.playable = false;
    upload.start();
    await waitForStatus(upload, 'processing');
    upload.release();
    assert.equal(upload.store.state.status, 'stored');
  });
});
