import assert from 'node:assert/strict';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { film, seededBytes } from '../../support/sandbox/sandbox-bytes.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import { isSettled, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

const HOUR = 3_600_000;

describe('snapshots of the state', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => (sandbox = await SandboxUnderTest.start()));
  afterEach(() => sandbox.end());

  const post = (what: string, json?: object) => sandbox.ask('POST', `/_sandbox/v1/${what}`, { json });
  const keep = async (name: string) => assert.equal((await post('snapshots', { name })).status, 201);
  const restore = async (name: string) => assert.equal((await post('restore', { name })).status, 204);
  const titles = async () => {
    const { text } = await sandbox.ask('GET', '/videos?sortBy=title&sortOrder=asc');
    return (JSON.parse(text) as { data: { title: string }[] }).data.map(({ title }) => title);
  };
  const playable = async (title: string) => {
    const videoId = await sandbox.video(title);
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    assert.ok((await sandbox.statusWhen(videoId, isSettled)).encoding.playable);
    return videoId;
  };
  const bytesOf = async (videoId: string) => {
    const { text, body } = await sandbox.ask('GET', `/videos/${videoId}`);
    assert.ok(body['assets'], text);
    const manifest = await fetch(textOf(body['assets'], 'hls'));
    return manifest.text();
  };

  it('brings back films with their bytes, over a reset and a restart, as often as wanted', async () => {
    const videoId = await playable('Kept');
    const manifest = await bytesOf(videoId);
    await keep('one-film');
    const [extent = ''] = await readdir(path.join(sandbox.dir, 'extents'));
    const { ino } = await stat(path.join(sandbox.dir, 'extents', extent));
    for (let round = 0; round < 2; round++) {
      await sandbox.video(`Later ${String(round)}`);
      await sandbox.ask('DELETE', `/videos/${videoId}`);
      await post('reset');
      assert.deepEqual(await titles(), []);
      await sandbox.close();
      await sandbox.open();
      await restore('one-film');
      assert.deepEqual(await titles(), ['Kept']);
      assert.equal(await bytesOf(videoId), manifest);
    }
    // No byte was copied.
    assert.equal((await stat(path.join(sandbox.dir, 'extents', extent))).ino, ino);
    const source = await sandbox.ask('GET', `/videos/${videoId}/source`);
    assert.equal(source.text.length > 0 && source.status, 200);
  });

  it('goes on with an unfinished upload in each of its futures, which do not touch each other', async () => {
    const token = await sandbox.token();
    const type = 'application/offset+octet-stream';
    const bytes = seededBytes(3000);
    const made = await tus(
      'POST',
      `${sandbox.url}/upload?token=${token}`,
      {
        'upload-length': '3000',
        'content-type': type,
        'upload-metadata': tusMetadata({ filename: 'a.mp4' }),
      },
      bytes.subarray(0, 1000),
    );
    const where = made.headers.get('location') ?? '';
    await keep('a-third');
    const finish = async (rest: Uint8Array) => {
      const answer = await tus('PATCH', where, { 'upload-offset': '1000', 'content-type': type }, rest);
      assert.equal(answer.status, 204);
      const { text } = await sandbox.ask('GET', '/videos');
      const [{ videoId } = { videoId: '' }] = (JSON.parse(text) as { data: { videoId: string }[] }).data;
      const source = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
        headers: { authorization: `Basic ${Buffer.from('the-key-under-test:').toString('base64')}` },
      });
      return Buffer.from(await source.arrayBuffer());
    };
    assert.deepEqual(await finish(bytes.subarray(1000)), Buffer.from(bytes));
    await keep('whole');
    await restore('a-third');
    const other = seededBytes(2000, 7);
    assert.deepEqual(await finish(other), Buffer.concat([bytes.subarray(0, 1000), other]));
    await restore('whole');
    const { text } = await sandbox.ask('GET', '/videos');
    const [{ videoId } = { videoId: '' }] = (JSON.parse(text) as { data: { videoId: string }[] }).data;
    assert.equal((await sandbox.ask('GET', `/videos/${videoId}/status`)).status, 200);
  });

  it('brings back the time too, and gives no number out twice', async () => {
    const deliveries = async () => {
      await sandbox.ask('POST', '/webhooks', {
        json: { url: 'http://127.0.0.1:9/', events: ['video.encoding.quality.completed'] },
      });
      await playable('A film');
      const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
      return (JSON.parse(text) as { data: { deliveryId: number }[] }).data.map(
        ({ deliveryId }) => deliveryId,
      );
    };
    await post('clock', { advance: '5h' });
    await keep('ahead');
    const before = await deliveries();
    await post('clock', { advance: '5h' });
    await restore('ahead');
    const { text } = await sandbox.ask('GET', '/_sandbox/v1/clock');
    assert.ok(Math.abs((JSON.parse(text) as { aheadMs: number }).aheadMs - 5 * HOUR) < 60_000, text);
    assert.ok(Math.min(...(await deliveries())) > Math.max(...before));
  });

  it('lists, replaces and forgets', async () => {
    const names = async () => {
      const { text } = await sandbox.ask('GET', '/_sandbox/v1/snapshots');
      return (JSON.parse(text) as { snapshots: { name: string }[] }).snapshots.map(({ name }) => name);
    };
    await keep('a');
    await sandbox.video('Second');
    await keep('a');
    await keep('b');
    assert.deepEqual([...(await names())].sort(), ['a', 'b']);
    await post('reset');
    await restore('a');
    assert.deepEqual(await titles(), ['Second']);
    assert.equal((await sandbox.ask('DELETE', '/_sandbox/v1/snapshots/a')).status, 204);
    assert.equal((await sandbox.ask('DELETE', '/_sandbox/v1/snapshots/a')).status, 404);
    assert.equal((await post('restore', { name: 'a' })).status, 404);
    assert.deepEqual(await names(), ['b']);
  });

  it('takes no name that leads elsewhere', async () => {
    for (const name of ['', '.', '..', '../x', 'a/b', '.hidden', 'a'.repeat(65), 'ü', 7]) {
      for (const what of ['snapshots', 'restore']) {
        const answer = await post(what, { name });
        assert.equal(answer.status, 400, JSON.stringify(name));
        assert.match(slugOf(answer), /^(?:attribute-required|invalid-attribute)$/);
      }
    }
    assert.ok(!(await readdir(sandbox.dir)).includes('snapshots'));
  });

  it('finishes a restore that a sudden end broke off, or never began it', async () => {
    await sandbox.video('Old');
    await keep('old');
    await sandbox.ask('PATCH', `/videos/${await sandbox.video('New')}`, { json: { title: 'New' } });
    await sandbox.close();
    // What a kill leaves behind that comes in the middle: some folders are in their place, the database is not.
    const inDir = (...names: string[]) => path.join(sandbox.dir, ...names);
    await rename(inDir('snapshots', 'old'), inDir('next'));
    await rename(inDir('next', 'extents'), inDir('extents-next'));
    await rename(inDir('extents'), inDir('discarded-1'));
    await rename(inDir('extents-next'), inDir('extents'));
    await mkdir(inDir('copy-half'));
    await sandbox.open();
    assert.deepEqual(await titles(), ['Old']);
    assert.deepEqual(
      (await readdir(sandbox.dir)).filter((name) => /^(?:next|copy-|discarded-)/.test(name)),
      [],
    );
  });
});
