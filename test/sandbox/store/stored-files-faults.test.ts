import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DiskFaults } from '../support/disk-faults.ts';
import { png } from '../../support/sandbox/pictures.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

describe('stored files', () => {
  let sandbox: SandboxUnderTest;
  let disk: DiskFaults;
  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start();
    disk = await DiskFaults.in(sandbox.dir);
  });
  afterEach(async () => {
    disk.end();
    await sandbox.end();
  });

  it('and cannot be read for a moment is not said to be gone', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    const playlist = `/assets/vod/${videoId}/hls/`;
    const { text } = await sandbox.ask('GET', `${playlist}manifest.m3u8`);
    const media = text.split('\n').find((line) => line.endsWith('.m3u8')) ?? '';
    for (const where of [`/videos/${videoId}/source`, playlist + media]) {
      for (const [code, status] of [
        ['EMFILE', 503],
        ['EIO', 503],
        ['ENOENT', 404],
      ] as const) {
        disk.fail(code, ({ operation }) => operation === 'open');
        assert.equal((await sandbox.ask('GET', where)).status, status, `${where} ${code}`);
      }
      disk.heal();
      assert.equal((await sandbox.ask('GET', where)).status, 200);
    }
  });
});

describe('files made of stored files', () => {
  let sandbox: SandboxUnderTest;
  let disk: DiskFaults;
  beforeEach(async () => {
    // It is there, and makes nothing: what fails is not it.
    sandbox = await SandboxUnderTest.start({ ffmpeg: 'true' });
    disk = await DiskFaults.in(sandbox.dir);
  });
  afterEach(async () => {
    disk.end();
    await sandbox.end();
  });

  it('is not said to be done, nor to be impossible, while the disk is full', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    const form = formOf(png(8, 8), { name: 'a.png' });
    const made = await sandbox.ask('POST', '/watermarks', { form });
    const watermark = { id: textOf(made.body, 'watermarkId'), top: '0px', left: '0px' };
    disk.fail('ENOSPC', ({ operation }) => operation === 'mkdir' || operation === 'copyFile');
    const json = { timecode: '00:00:01:00' };
    const picked = await sandbox.ask('PATCH', `/videos/${videoId}/thumbnail`, { json });
    assert.equal(slugOf(picked), 'storage-full');
    const marked = await sandbox.ask('POST', '/videos', { json: { title: 'x', watermark } });
    assert.equal(slugOf(marked), 'storage-full');
    disk.heal();
    assert.equal((await sandbox.ask('POST', '/videos', { json: { title: 'x', watermark } })).status, 201);
  });
});
