import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LruCache } from '../../../packages/vh-elements-sandbox/src/store/database/lru-cache.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { SessionSizes } from '../../../packages/vh-elements-sandbox/src/store/analytics/session-sizes.ts';
import { Sessions } from '../../../packages/vh-elements-sandbox/src/store/analytics/sessions.ts';
import { Videos } from '../../../packages/vh-elements-sandbox/src/store/media/videos.ts';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

describe('prepared statements', () => {
  let database: Database;
  before(() => {
    database = new Database(':memory:');
  });
  after(() => {
    database.close();
  });

  it('are the same, however many tags and metadata a list is filtered by', () => {
    const videos = new Videos(database);
    const sessions = new Sessions(database, new SessionSizes(database));
    const page = { pageSize: 1, offset: 0 };
    const texts = (count: number) => Array.from({ length: count }, (_, at) => String(at));
    const ask = (tags: number, pairs: number) => {
      const metadata = texts(pairs).map((key) => ({ key, value: 'a' }));
      videos.list({ tags: texts(tags), metadata }, { column: 'title', order: 'asc' }, page);
      sessions.list({ kind: 'vod', mediaId: 'vi1', from: 0, to: 1, metadata }, page);
    };
    for (const tags of [0, 1]) for (const pairs of [0, 1]) ask(tags, pairs);
    const kept = database.statements;
    for (let tags = 0; tags < 30; tags++) for (let pairs = 0; pairs < 30; pairs++) ask(tags, pairs);
    assert.equal(database.statements, kept);
  });

  it('are kept up to a number', () => {
    for (let at = 0; at < 2_000; at++) database.get(`SELECT ${String(at)} AS n`);
    assert.ok(database.statements <= 256);
    assert.deepEqual(database.get('SELECT 0 AS n'), { n: 0 });
  });
});

describe('a cache of the least recently used', () => {
  it('forgets the least recently used statement', () => {
    const cache = new LruCache<string, number>(3);
    for (const [at, name] of ['a', 'b', 'c'].entries()) cache.set(name, at);
    assert.equal(cache.get('a'), 0);
    cache.set('d', 3);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((name) => cache.get(name)),
      [0, undefined, 2, 3],
    );
    assert.equal(cache.size, 3);
    cache.set('c', 9);
    assert.equal(cache.size, 3);
    cache.clear();
    assert.equal(cache.size, 0);
  });
});

describe('a filtered list', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const listed = async (query: string) => {
    const { text } = await sandbox.ask('GET', `/videos?${query}`);
    return (JSON.parse(text) as { data: { title: string }[] }).data.map(({ title }) => title).sort();
  };
  const many = (name: (at: number) => string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name(at)}=a`).join('&');

  it('holds what has all of the tags and all of the metadata, whatever is written in them', async () => {
    const odd = `'"; DROP TABLE videos --`;
    const make = (title: string, tags: string[], metadata: [string, string][]) =>
      sandbox.ask('POST', '/videos', {
        json: { title, tags, metadata: metadata.map(([key, value]) => ({ key, value })) },
      });
    await make('one', ['a', 'b', odd], [['k', 'v']]);
    await make('two', ['a'], [['k', 'v'], ['l', 'null']]); // prettier-ignore
    await make('three', [], [['v', 'k'], ['k', 'w']]); // prettier-ignore
    assert.deepEqual(await listed(''), ['one', 'three', 'two']);
    assert.deepEqual(await listed('tags[]=a'), ['one', 'two']);
    assert.deepEqual(await listed('tags[]=a&tags[]=b'), ['one']);
    assert.deepEqual(await listed('tags[]=a&tags[]=a'), ['one', 'two']);
    assert.deepEqual(await listed('tags[]=a&tags[]=c'), []);
    assert.deepEqual(await listed(`tags[]=${encodeURIComponent(odd)}`), ['one']);
    assert.deepEqual(await listed('metadata[k]=v'), ['one', 'two']);
    assert.deepEqual(await listed('metadata[k]=v&metadata[l]=null'), ['two']);
    assert.deepEqual(await listed('metadata[k]=v&metadata[v]=k'), []);
    assert.deepEqual(await listed('metadata[k]=v&tags[]=b'), ['one']);
  });

  for (const [where, name] of [
    ['/videos', 'tags'],
    ['/videos', 'metadata'],
    ['/analytics/videos/ID', 'metadata'],
  ] as const) {
    it(`takes fifty filters by ${name} at ${where}, and refuses more`, async () => {
      const path = where.replace('ID', await sandbox.video());
      const query = (count: number) => `${path}?period=2026&${many((at) => `${name}[${String(at)}]`, count)}`;
      assert.equal((await sandbox.ask('GET', query(50))).status, 200);
      const refused = await sandbox.ask('GET', query(51));
      assert.equal(refused.status, 400);
      assert.equal(slugOf(refused), 'invalid-query-parameter');
      assert.equal(refused.body['name'], name);
    });
  }
});
