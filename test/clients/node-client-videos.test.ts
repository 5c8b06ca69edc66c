import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf, plain } from './support/typed-answer.ts';
import { PaddedFilm } from '../support/sandbox/padded-film.ts';
import { sha256 } from '../support/sandbox/sandbox-bytes.ts';
import { inRepository } from '../support/repository.ts';
import { basic, isSettled, KEY, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const MIB = 1024 * 1024;
const FILM = inRepository('test', 'media', 'sandbox', 'h264-aac.mp4');
const EVERYTHING = [
  '_public',
  'assets',
  'createdAt',
  'description',
  'metadata',
  'mp4Support',
  'panoramic',
  'publishedAt',
  'source',
  'tags',
  'title',
  'updatedAt',
  'videoId',
];

describe('videos, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  let folder: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url, {
      chunkSize: 5 * MIB,
      ...{ applicationName: 'test', applicationVersion: '1.0', sdkName: 'sdk', sdkVersion: '2' },
    });
    folder = await mkdtemp(path.join(tmpdir(), 'node-client-'));
  });
  after(async () => {
    await sandbox.end();
    await rm(folder, { recursive: true, force: true });
  });

  const storedHash = async (videoId: string) => {
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    return sha256(new Uint8Array(await response.arrayBuffer()));
  };
  /** A film of a size, as one file or as several. */
  const files = async (film: PaddedFilm, ...cuts: number[]) => {
    const ends = [...cuts, film.size];
    return Promise.all(
      ends.map(async (end, index) => {
        const file = path.join(folder, `film-${String(film.size)}.${String(index)}.mp4`);
        await writeFile(file, Buffer.concat([...film.read(ends[index - 1] ?? 0, end)]));
        return file;
      }),
    );
  };

  it('are created with all that a video may have', async () => {
    const made = await official.client.videos.create({
      title: 'Dusk',
      description: 'Over the hills',
      _public: true,
      panoramic: true,
      mp4Support: false,
      tags: ['evening', 'hills'],
      metadata: [{ key: 'author', value: 'Ada' }],
    });
    assert.deepEqual(attributesOf(made, 'Video'), EVERYTHING);
    assert.match(made.videoId, /^vi\w{22}$/);
    assert.deepEqual([made.panoramic, made.mp4Support, made._public], [true, false, true]);
    assert.deepEqual(made.tags, ['evening', 'hills']);
    assert.deepEqual(plain(made.metadata?.[0]), { key: 'author', value: 'Ada' });
    assert.equal(made.assets?.mp4, undefined);
    assert.deepEqual(await official.client.videos.get(made.videoId), made);
  });

  it('are changed, attribute by attribute', async () => {
    const { videoId } = await official.client.videos.create({ title: 'Before', tags: ['x'] });
    const changed = await official.client.videos.update(videoId, {
      title: 'After',
      metadata: [{ key: 'a', value: 'b' }],
      tags: [],
    });
    assert.deepEqual(attributesOf(changed, 'Video'), EVERYTHING);
    assert.deepEqual([changed.title, changed.tags, changed.mp4Support], ['After', [], true]);
  });

  it('are listed by what they are', async () => {
    const { client } = official;
    for (const title of ['List B', 'List A', 'List C'])
      await client.videos.create({ title, tags: ['a', title], metadata: [{ key: 'k k', value: title }] });
    const all = await client.videos.list({ title: 'list', sortBy: 'title', sortOrder: 'desc', pageSize: 2 });
    assert.deepEqual(attributesOf(all, 'VideosListResponse'), ['data', 'pagination']);
    assert.deepEqual(
      all.data.map(({ title }) => title),
      ['List C', 'List B'],
    );
    const { itemsTotal, pagesTotal, pageSize, currentPage, currentPageItems, links } = all.pagination;
    assert.deepEqual([itemsTotal, pagesTotal, pageSize, currentPage, currentPageItems], [3, 2, 2, 1, 2]);
    assert.deepEqual(links.map(({ rel }) => rel).sort(), ['first', 'last', 'next', 'self']);
    const titles = async (query: Parameters<typeof client.videos.list>[0]) =>
      (await client.videos.list(query)).data.map(({ title }) => title);
    assert.deepEqual(await titles({ tags: ['a', 'List A'] }), ['List A']);
    assert.deepEqual(await titles({ metadata: { 'k k': 'List B' } }), ['List B']);
    assert.deepEqual(await titles({ liveStreamId: 'li0000000000000000000000' }), []);
  });

  it('take a small file in one request', async () => {
    const { videoId } = await official.client.videos.create({ title: 'Small' });
    const seen: number[] = [];
    const video = await official.client.videos.upload(videoId, FILM, ({ uploadedBytes }) =>
      seen.push(uploadedBytes),
    );
    assert.deepEqual(attributesOf(video, 'Video'), EVERYTHING.toSorted());
    assert.equal(video.source?.type, 'upload');
    assert.ok((seen.at(-1) ?? 0) >= 44_158);
  });

  it('take a large file in chunks, and say what has arrived', async () => {
    const film = new PaddedFilm(12 * MIB, 1);
    const [file = ''] = await files(film);
    const { videoId } = await official.client.videos.create({ title: 'Large' });
    const empty = await official.client.videos.getStatus(videoId);
    assert.deepEqual(attributesOf(empty, 'VideoStatus'), ['encoding']);
    assert.equal(empty.encoding?.playable, false);
    const video = await official.client.videos.upload(videoId, file);
    assert.equal(video.videoId, videoId);
    const status = await official.client.videos.getStatus(videoId);
    assert.deepEqual(attributesOf(status, 'VideoStatus'), ['encoding', 'ingest']);
    assert.equal(status.ingest?.status, 'uploaded');
    assert.equal(status.ingest.filesize, film.size);
    assert.deepEqual(plain(status.ingest.receivedParts), { parts: [1, 2, 3], total: 3 });
    assert.equal(await storedHash(videoId), film.sha256());
  });

  it('are playable in the end, with their technical metadata', async () => {
    const { videoId, assets } = await official.client.videos.create({ title: 'Playable' });
    await official.client.videos.upload(videoId, FILM);
    await sandbox.statusWhen(videoId, isSettled);
    const { encoding } = await official.client.videos.getStatus(videoId);
    assert.deepEqual(attributesOf(encoding, 'VideoStatusEncoding'), ['metadata', 'playable', 'qualities']);
    assert.equal(encoding?.playable, true);
    assert.deepEqual(attributesOf(encoding.metadata, 'VideoStatusEncodingMetadata'), [
      ...[
        'aspectRatio',
        'audioCodec',
        'bitrate',
        'duration',
        'framerate',
        'height',
        'samplerate',
        'videoCodec',
      ],
      'width',
    ]);
    assert.equal((await fetch(assets?.hls ?? '')).status, 200);
  });

  it('take parts as they come, in a progressive session', async () => {
    const film = new PaddedFilm(12 * MIB, 2);
    const parts = await files(film, 5 * MIB, 10 * MIB);
    const { videoId } = await official.client.videos.create({ title: 'Progressive' });
    const session = official.client.videos.createUploadProgressiveSession(videoId);
    await session.uploadPart(parts[0] ?? '');
    await session.uploadPart(parts[1] ?? '');
    const last = await session.uploadLastPart(parts[2] ?? '');
    assert.deepEqual(attributesOf(last, 'Video'), EVERYTHING);
    assert.equal(await storedHash(videoId), film.sha256());
  });

  it('come with a token and no key, named after the file', async () => {
    const { token = '' } = await official.client.uploadTokens.createToken();
    const anybody = new OfficialClient(sandbox.url, { apiKey: '' });
    const video = await anybody.client.videos.uploadWithUploadToken(token, FILM);
    assert.deepEqual(attributesOf(video, 'Video'), EVERYTHING);
    assert.equal(video.title, 'h264-aac.mp4');
    await official.client.videos.uploadWithUploadToken(token, FILM);
  });

  it('come with a token in a progressive session', async () => {
    const film = new PaddedFilm(6 * MIB, 3);
    const parts = await files(film, 5 * MIB);
    const { token = '' } = await official.client.uploadTokens.createToken();
    const session = official.client.videos.createUploadWithUploadTokenProgressiveSession(token);
    const first = await session.uploadPart(parts[0] ?? '');
    const last = await session.uploadLastPart(parts[1] ?? '');
    assert.equal(last.videoId, first.videoId);
    assert.equal(await storedHash(last.videoId), film.sha256());
  });

  // Its whole-file call never says which video the later chunks belong to: against the service it has never worked.
  it('are refused when the client forgets which video its chunks belong to', async () => {
    const [file = ''] = await files(new PaddedFilm(11 * MIB, 4));
    const { token = '' } = await official.client.uploadTokens.createToken();
    const before = (await official.client.videos.list()).pagination.itemsTotal ?? 0;
    await official.client.videos.uploadWithUploadToken(token, file);
    assert.equal((await official.client.videos.list()).pagination.itemsTotal, before + 3);
  });

  it('get a thumbnail from a path, a stream or a buffer, or from a moment of the video', async () => {
    const { client } = official;
    const jpeg = inRepository('test', 'media', 'dusk.jpg');
    const { videoId } = await client.videos.create({ title: 'Thumbnail' });
    for (const picture of [jpeg, createReadStream(jpeg), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]) {
      const video = await client.videos.uploadThumbnail(videoId, picture);
      assert.deepEqual(attributesOf(video, 'Video'), EVERYTHING);
      assert.match(video.assets?.thumbnail ?? '', /\/thumbnail\.jpg$/);
    }
    const picked = await client.videos.pickThumbnail(videoId, { timecode: '00:00:01.000' });
    assert.deepEqual(attributesOf(picked, 'Video'), EVERYTHING);
    assert.deepEqual((await refusalOf(client.videos.uploadThumbnail(videoId, FILM))).slice(0, 2), [
      400,
      'uploaded-file-extension-invalid',
    ]);
  });

  it('are private when they are said to be', async () => {
    const { client } = official;
    const video = await client.videos.create({ title: 'Private', _public: false });
    assert.equal(video._public, false);
    const first = (await client.videos.get(video.videoId)).assets?.hls ?? '';
    const second = (await client.videos.get(video.videoId)).assets?.hls ?? '';
    assert.match(first, /\/vod\/vi\w{22}\/token\/[\w-]+\/hls\/manifest\.m3u8$/);
    assert.notEqual(first, second);
  });

  it('are made from another video', async () => {
    const { client } = official;
    const { videoId } = await client.videos.create({ title: 'First' });
    await client.videos.upload(videoId, FILM);
    const copy = await client.videos.create({ title: 'Second', source: videoId });
    assert.deepEqual(attributesOf(copy, 'Video'), EVERYTHING);
    await sandbox.statusWhen(copy.videoId, isSettled);
    assert.equal(await storedHash(copy.videoId), await storedHash(videoId));
  });

  it('answer 404 once deleted, and refusals give the reason', async () => {
    const { videos } = official.client;
    const { videoId } = await videos.create({ title: 'Gone' });
    await videos.delete(videoId);
    const gone = [404, 'resource-not-found', 'videoId'];
    assert.deepEqual(await refusalOf(videos.get(videoId)), gone);
    assert.deepEqual(await refusalOf(videos.delete(videoId)), gone);
    assert.deepEqual(await refusalOf(videos.getStatus(videoId)), gone);
    assert.deepEqual(await refusalOf(videos.create({ title: '' })), [400, 'attribute-required', 'title']);
  });

  it('have no operation that was not asked for', () => {
    assert.deepEqual(official.unused('videos'), []);
  });
});
