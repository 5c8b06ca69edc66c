import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf, type Answered } from '../../support/sandbox/sandbox.ts';

interface VideoBody {
  videoId: string;
  title: string;
  description: string;
  public: boolean;
  playerId?: string;
  tags: string[];
  metadata: { key: string; value: string }[];
  assets: Record<string, string>;
  createdAt: string;
}

interface Listed {
  data: VideoBody[];
  pagination: Record<string, unknown> & { links: { rel: string; uri: string }[] };
}

const videoOf = (reported: Answered) => JSON.parse(reported.text) as VideoBody;
const listOf = (reported: Answered) => JSON.parse(reported.text) as Listed;
const titles = (reported: Answered) => listOf(reported).data.map(({ title }) => title);

describe('videos', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  it('makes a video with the defaults of the service', async () => {
    const reported = await sandbox.ask('POST', '/videos', { json: { title: 'First' } });
    assert.equal(reported.status, 201);
    assert.equal(
      reported.headers.get('content-type'),
      'application/json',
      'a charset breaks the node client',
    );
    const video = videoOf(reported);
    assert.match(video.videoId, /^vi[A-Za-z0-9]{22}$/);
    assert.match(video.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    const { videoId, assets, createdAt, ...rest } = JSON.parse(reported.text) as Record<string, unknown>;
    assert.deepEqual(rest, {
      title: 'First',
      description: '',
      public: true,
      panoramic: false,
      mp4Support: true,
      tags: [],
      metadata: [],
      source: { uri: `/videos/${String(videoId)}/source` },
      publishedAt: createdAt,
      updatedAt: createdAt,
    });
    assert.ok(assets);
  });

  it('hands out addresses on the host that was asked', async () => {
    const videoId = await sandbox.video();
    const reported = await sandbox.ask('GET', `/videos/${videoId}`, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    const { assets } = videoOf(reported);
    const origin = sandbox.url.replace('http:', 'https:');
    assert.equal(assets['hls'], `${origin}/assets/vod/${videoId}/hls/manifest.m3u8`);
    assert.equal(assets['thumbnail'], `${origin}/assets/vod/${videoId}/thumbnail.jpg`);
    assert.equal(assets['player'], `${origin}/embed/vod/${videoId}`);
  });

  it('changes the given members and keeps the rest', async () => {
    const json = { title: 'T', playerId: 'plx', tags: ['a'], metadata: [{ key: 'k', value: 'v' }] };
    const { videoId } = videoOf(await sandbox.ask('POST', '/videos', { json }));
    const patch = async (changes: unknown) =>
      videoOf(await sandbox.ask('PATCH', `/videos/${videoId}`, { json: changes }));
    assert.equal((await patch({ description: 'D' })).playerId, 'plx');
    const changed = await patch({ playerId: null, tags: [], public: false });
    assert.equal(changed.playerId, undefined);
    assert.deepEqual(changed.tags, []);
    assert.equal(changed.public, false);
    assert.equal(changed.description, 'D');
    assert.deepEqual(changed.metadata, json.metadata);
  });

  it('deletes, and answers 404 from then on', async () => {
    const videoId = await sandbox.video();
    const reported = await sandbox.ask('DELETE', `/videos/${videoId}`);
    assert.equal(reported.status, 204);
    assert.equal(reported.text, '');
    for (const [method, where] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/status'],
      ['GET', '/source'],
    ] as const) {
      const gone = await sandbox.ask(method, `/videos/${videoId}${where}`);
      assert.equal(gone.status, 404);
      assert.equal(slugOf(gone), 'resource-not-found');
      assert.equal(gone.body['name'], 'videoId');
    }
  });

  it('reports every fault at once, the first thing first', async () => {
    const reported = await sandbox.ask('POST', '/videos', { json: { public: 'yes', tags: [1] } });
    assert.equal(reported.status, 400);
    const problem = JSON.parse(reported.text) as { name: string; problems: { name: string; type: string }[] };
    assert.equal(slugOf(reported), 'attribute-required');
    assert.equal(problem.name, 'title');
    assert.deepEqual(
      problem.problems.map(({ name }) => name),
      ['title', 'public', 'tags'],
    );
  });
});

describe('the list of videos', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    const make = (title: string, tags: string[], metadata: Record<string, string>, description = '') =>
      sandbox.ask('POST', '/videos', {
        json: {
          title,
          description,
          tags,
          metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
        },
      });
    await make('Video A', ['red'], { Author: 'John Doe' });
    await make('Video B', ['red', 'blue'], { Author: 'John Doe', Format: 'Tutorial' }, '100%_sure');
    await make('Video C', ['blue'], { Author: 'Jane Doe' });
  });
  after(() => sandbox.end());

  it('comes in an envelope, newest first', async () => {
    const reported = await sandbox.ask('GET', '/videos?pageSize=2');
    assert.deepEqual(titles(reported), ['Video C', 'Video B']);
    const { links, ...counts } = listOf(reported).pagination;
    assert.deepEqual(counts, {
      currentPage: 1,
      currentPageItems: 2,
      pageSize: 2,
      pagesTotal: 2,
      itemsTotal: 3,
    });
    assert.deepEqual(links, [
      { rel: 'self', uri: '/videos?pageSize=2&currentPage=1' },
      { rel: 'first', uri: '/videos?pageSize=2&currentPage=1' },
      { rel: 'next', uri: '/videos?pageSize=2&currentPage=2' },
      { rel: 'last', uri: '/videos?pageSize=2&currentPage=2' },
    ]);
  });

  it('is empty beyond its end', async () => {
    const reported = await sandbox.ask('GET', '/videos?currentPage=9');
    assert.equal(reported.status, 200);
    assert.deepEqual(listOf(reported).data, []);
  });

  const queries: [string, string[]][] = [
    ['title=video', ['Video C', 'Video B', 'Video A']],
    ['title=A', ['Video A']],
    ['description=%25_s', ['Video B']],
    ['tags%5B%5D=red&tags%5B%5D=blue', ['Video B']],
    ['tags[0]=red', ['Video B', 'Video A']],
    ['metadata%5BAuthor%5D=John+Doe', ['Video B', 'Video A']],
    ['metadata[Author]=John+Doe&metadata[Format]=Tutorial', ['Video B']],
    ['metadata[__proto__]=x', []],
    ['sortBy=title', ['Video A', 'Video B', 'Video C']],
    ['sortBy=title&sortOrder=desc', ['Video C', 'Video B', 'Video A']],
    ['sortBy=createdAt&sortOrder=asc', ['Video A', 'Video B', 'Video C']],
  ];
  for (const [query, expected] of queries) {
    it(`answers ?${query}`, async () => {
      assert.deepEqual(titles(await sandbox.ask('GET', `/videos?${query}`)), expected);
    });
  }

  for (const query of [
    'pageSize=101',
    'pageSize=0',
    'currentPage=0',
    'pageSize=x',
    'sortBy=rowid',
    'sortOrder=up',
  ]) {
    it(`refuses ?${query}`, async () => {
      const reported = await sandbox.ask('GET', `/videos?${query}`);
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), 'invalid-query-parameter');
      assert.equal(reported.body['name'], query.split('=')[0]);
    });
  }
});
