import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { KEY, isSettled, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

describe('videos made from another one', () => {
  let sandbox: SandboxUnderTest;
  let mp4: Buffer;
  before(async () => {
    mp4 = await film('h264-aac.mp4');
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const copyOf = (source: string) => sandbox.ask('POST', '/videos', { json: { title: 'Copy', source } });
  const bytesOf = async (videoId: string) => {
    const reported = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
    });
    return reported.status === 200 ? sha256(new Uint8Array(await reported.arrayBuffer())) : reported.status;
  };

  for (const first of ['the original', 'the copy'] as const) {
    it(`share its bytes, and outlive it when ${first} is deleted`, async () => {
      const original = await sandbox.video();
      await sandbox.upload(original, mp4);
      const reported = await copyOf(original);
      assert.equal(reported.status, 202);
      const copy = textOf(reported.body, 'videoId');
      const before = await readdir(path.join(sandbox.dir, 'extents'));
      assert.equal(before.length, 1);
      const [gone, left] = first === 'the original' ? [original, copy] : [copy, original];
      await sandbox.ask('DELETE', `/videos/${gone}`);
      assert.equal(await bytesOf(left), sha256(mp4));
      const status = await sandbox.statusWhen(left, isSettled);
      assert.equal(status.encoding.playable, true);
      await sandbox.ask('DELETE', `/videos/${left}`);
      assert.deepEqual(await readdir(path.join(sandbox.dir, 'extents')), []);
    });
  }

  it('say that they are copies', async () => {
    const original = await sandbox.video();
    await sandbox.upload(original, mp4);
    const reported = await copyOf(original);
    const copy = textOf(reported.body, 'videoId');
    assert.equal((JSON.parse(reported.text) as { source: { type: string } }).source.type, 'clone');
    const status = await sandbox.statusWhen(copy, isSettled);
    assert.equal(status.ingest?.status, 'ingested');
    assert.equal(slugOf(await sandbox.upload(copy, mp4)), 'video-source-already-copied');
  });

  it('need one that is there and whole', async () => {
    const reported = await copyOf(await sandbox.video());
    assert.equal(reported.status, 400);
    assert.equal(reported.body['name'], 'source');
  });
});
