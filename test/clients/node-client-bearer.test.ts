import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import ApiVideoClient from 'nodejs-client-2.3';
import { refusalOf } from '../support/sandbox/official-client.ts';
import { inRepository } from '../support/repository.ts';
import { endProcesses, SandboxProcess } from '../support/sandbox/sandbox-process.ts';
import { KEY, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const FILM = inRepository('test', 'media', 'sandbox', 'h264-aac.mp4');

describe('the official client for Node of the years before, which exchanges the key for an access token', () => {
  let sandbox: SandboxUnderTest;
  let client: ApiVideoClient;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    client = new ApiVideoClient({ apiKey: KEY, baseUri: sandbox.url });
  });
  after(async () => {
    await endProcesses();
    await sandbox.end();
  });

  it('makes, fills, lists and deletes a video', async () => {
    const { videoId } = await client.videos.create({ title: 'Old ways' });
    const video = await client.videos.upload(videoId, FILM);
    assert.equal(video.source?.type, 'upload');
    assert.equal((await client.videos.getStatus(videoId)).ingest?.status, 'uploaded');
    assert.deepEqual(
      (await client.videos.list({ title: 'Old ways' })).data.map((one) => one.videoId),
      [videoId],
    );
    await client.videos.delete(videoId);
    assert.equal((await client.videos.list()).pagination.itemsTotal, 0);
  });

  it('gets captions and tokens too', async () => {
    const { videoId } = await client.videos.create({ title: 'Captioned' });
    const caption = await client.captions.upload(
      videoId,
      'en',
      inRepository('test', 'media', 'captions', 'en.vtt'),
    );
    assert.equal(caption.srclang, 'en');
    const { token = '' } = await client.uploadTokens.createToken({ ttl: 10 });
    assert.equal((await client.videos.uploadWithUploadToken(token, FILM)).title, 'h264-aac.mp4');
  });

  it('knows a refusal by its content type', async () => {
    assert.deepEqual(await refusalOf(client.videos.get('vi0')), [404, 'resource-not-found', 'videoId']);
  });

  it('gets a new token when its own has expired', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'bearer-'));
    const start = async (folder: string, port: string) => {
      const options = ['--data', path.join(root, folder), '--port', port, '--api-key', KEY, '--no-rtmp'];
      const sandbox = new SandboxProcess(...options);
      return { sandbox, url: (await sandbox.ready()).url };
    };
    const first = await start('first', '0');
    const moved = new ApiVideoClient({ apiKey: KEY, baseUri: first.url });
    await moved.videos.create({ title: 'Before' });
    await first.sandbox.end('SIGTERM');
    // At the same address with the same key, but nothing is known there of the token.
    const second = await start('second', new URL(first.url).port);
    assert.equal((await moved.videos.create({ title: 'After' })).title, 'After');
    await second.sandbox.end('SIGTERM');
    await rm(root, { recursive: true, force: true });
  });
});
