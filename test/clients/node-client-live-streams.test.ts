import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf, plain } from './support/typed-answer.ts';
import { inRepository } from '../support/repository.ts';
import { SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const JPEG = inRepository('test', 'media', 'dusk.jpg');
const EVERYTHING = [
  '_public',
  'assets',
  'broadcasting',
  'createdAt',
  'liveStreamId',
  'name',
  'record',
  'restreams',
  'streamKey',
  'updatedAt',
];

describe('live streams, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
  });
  after(() => sandbox.end());

  it('are created, read and changed', async () => {
    const { liveStreams } = official.client;
    const restreams = [{ name: 'Mirror', serverUrl: 'rtmp://mirror.example/app', streamKey: 'secret' }];
    const made = await liveStreams.create({ name: 'Show', record: true, restreams });
    assert.deepEqual(attributesOf(made, 'LiveStream'), EVERYTHING);
    assert.match(made.liveStreamId, /^li\w{22}$/);
    assert.deepEqual([made.broadcasting, made.record, made._public], [false, true, true]);
    assert.deepEqual(plain(made.restreams[0]), restreams[0]);
    assert.deepEqual(attributesOf(made.assets, 'LiveStreamAssets'), ['hls', 'iframe', 'player', 'thumbnail']);
    assert.deepEqual(await liveStreams.get(made.liveStreamId), made);
    const changed = await liveStreams.update(made.liveStreamId, { name: 'Other show', restreams: [] });
    assert.deepEqual(attributesOf(changed, 'LiveStream'), EVERYTHING);
    assert.deepEqual([changed.name, changed.restreams, changed.record], ['Other show', [], true]);
  });

  it('are listed by name and by stream key', async () => {
    const { liveStreams } = official.client;
    for (const name of ['Talk 2', 'Talk 1']) await liveStreams.create({ name });
    const list = await liveStreams.list({ name: 'Talk', sortBy: 'name', sortOrder: 'asc' });
    assert.deepEqual(attributesOf(list, 'LiveStreamListResponse'), ['data', 'pagination']);
    assert.deepEqual(
      list.data.map(({ name }) => name),
      ['Talk 1', 'Talk 2'],
    );
    const [first] = list.data;
    const byKey = await liveStreams.list({ streamKey: first?.streamKey ?? '' });
    assert.deepEqual(byKey.data, [first]);
  });

  it('get a thumbnail and lose it', async () => {
    const { liveStreams } = official.client;
    const { liveStreamId } = await liveStreams.create({ name: 'Thumbnail' });
    const picture = await readFile(JPEG);
    const given = await liveStreams.uploadThumbnail(liveStreamId, JPEG);
    assert.deepEqual(attributesOf(given, 'LiveStream'), EVERYTHING);
    const shown = async () => Buffer.from(await (await fetch(given.assets?.thumbnail ?? '')).arrayBuffer());
    assert.ok((await shown()).equals(picture));
    const without = await liveStreams.deleteThumbnail(liveStreamId);
    assert.deepEqual(attributesOf(without, 'LiveStream'), EVERYTHING);
    assert.ok(!(await shown()).equals(picture));
  });

  it('answer 404 once deleted, and refusals give the reason', async () => {
    const { liveStreams } = official.client;
    const { liveStreamId } = await liveStreams.create({ name: 'Gone' });
    await liveStreams.delete(liveStreamId);
    assert.deepEqual(await refusalOf(liveStreams.get(liveStreamId)), [
      404,
      'resource-not-found',
      'liveStreamId',
    ]);
    const restreams = [{ name: 'x', serverUrl: 'https://no.example/', streamKey: 'k' }];
    assert.deepEqual(await refusalOf(liveStreams.create({ name: 'x', restreams })), [
      400,
      'invalid-attribute',
      'restreams[0][serverUrl]',
    ]);
  });

  it('have no operation that was not asked for', () => {
    assert.deepEqual(official.unused('liveStreams'), []);
  });
});
