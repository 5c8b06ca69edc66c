import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { png } from '../support/sandbox/pictures.ts';
import { inRepository } from '../support/repository.ts';
import { isSettled, SandboxUnderTest } from '../support/sandbox/sandbox.ts';
import { SourceHost } from '../support/sandbox/source-host.ts';
import { film } from '../support/sandbox/sandbox-bytes.ts';

const FILM = inRepository('test', 'media', 'sandbox', 'h264-aac.mp4');

describe("edits at a video's creation, by the official client for Node", () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  before(async () => {
    sandbox = await SandboxUnderTest.start({ sourceHosts: ['localhost'] });
    official = new OfficialClient(sandbox.url);
  });
  after(() => sandbox.end());

  it('is fetched from an address', async () => {
    const bytes = await film('h264-aac.mp4');
    const host = await SourceHost.start((_, response) => response.writeHead(200).end(bytes));
    try {
      const made = await official.client.videos.create({ title: 'Fetched', source: `${host.url}/film.mp4` });
      await sandbox.statusWhen(made.videoId, isSettled);
      const status = await official.client.videos.getStatus(made.videoId);
      assert.deepEqual(attributesOf(status, 'VideoStatus'), ['encoding', 'ingest']);
      assert.equal(status.encoding?.playable, true);
    } finally {
      await host.end();
    }
  });

  it('is cut out of it', async () => {
    const { videos } = official.client;
    const clip = { startTimecode: '00:00:02', endTimecode: '00:00:04' };
    const { videoId } = await videos.create({ title: 'Clip', clip });
    await videos.upload(videoId, FILM);
    const status = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(status.encoding.playable, true);
    const duration = (await videos.getStatus(videoId)).encoding?.metadata?.duration ?? 0;
    assert.ok(duration >= 1 && duration <= 4, `it lasts ${String(duration)} s`);
  });

  it('is refused a watermark where nothing here can draw one', async () => {
    const { videos, watermarks } = official.client;
    const { watermarkId = '' } = await watermarks.upload(png(20, 20));
    const watermark = { id: watermarkId, top: '5%', left: '10px', width: 'initial', opacity: '50%' };
    assert.equal((await refusalOf(videos.create({ title: 'Marked', watermark })))[0], 400);
    const unknown = { id: 'watermark_0' };
    assert.equal((await refusalOf(videos.create({ title: 'Marked', watermark: unknown })))[0], 400);
  });
});
