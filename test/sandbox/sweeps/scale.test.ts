import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { Videos } from '../../../packages/vh-elements-sandbox/src/store/media/videos.ts';
import { DatabaseFaults } from '../support/database-faults.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { addVideos, listsOf } from './support/many-videos.ts';

const COUNT = 3_000;

interface Listed {
  data: { videoId: string; title: string; tags: string[]; metadata: { key: string; value: string }[] }[];
  pagination: { itemsTotal: number };
}

describe('a list among many videos', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    await sandbox.close();
    addVideos(path.join(sandbox.dir, 'sandbox.db'), COUNT);
    await sandbox.open();
  });
  after(() => sandbox.end());

  const list = async (where: string) => JSON.parse((await sandbox.ask('GET', where)).text) as Listed;
  /** Every video of a list, page by page, and the number that it says. */
  const whole = async (query: string) => {
    const ids: string[] = [];
    for (let page = 1; page <= COUNT; page++) {
      const { data, pagination } = await list(`/videos?pageSize=100&currentPage=${page}&${query}`);
      ids.push(...data.map(({ videoId }) => videoId));
      if (data.length === 0) return { ids, total: pagination.itemsTotal };
    }
    throw new Error('the list has no end');
  };

  it('reads no video that it does not show', async () => {
    const faults = new DatabaseFaults();
    const asked = new Set<string>();
    faults.onDone = (sql) => {
      if (/^\s*SELECT/.test(sql)) asked.add(sql);
    };
    for (const where of Object.values(listsOf(COUNT))) await list(where);
    faults.end();
    const database = new Database(path.join(sandbox.dir, 'sandbox.db'));
    for (const sql of asked) {
      const marks = sql.match(/\?/g)?.map(() => 1) ?? [];
      const plan = database
        .all(`EXPLAIN QUERY PLAN ${sql}`, ...marks)
        .map((row) => String(row['detail']))
        .join('\n');
      assert.doesNotMatch(plan, /SCAN videos(?!_| USING)/, `${sql}\n${plan}`);
    }
    database.close();
    assert.ok(asked.size > 5);
  });

  it('has every video once, in each order, on pages from either end', async () => {
    const { ids, total } = await whole('');
    assert.equal(total, COUNT);
    assert.equal(new Set(ids).size, COUNT);
    const up = await whole('sortBy=createdAt&sortOrder=asc');
    assert.deepEqual(up.ids, ids.toReversed());
    const titles = (await whole('sortBy=title')).ids;
    assert.equal(new Set(titles).size, COUNT);
  });

  it('has the videos that pass its filter, and their number', async () => {
    const database = new Database(path.join(sandbox.dir, 'sandbox.db'));
    const all = database
      .all('SELECT id FROM videos')
      .map((row) => new Videos(database).get(String(row['id'])));
    database.close();
    const has = (key: string, value: string) => (video: (typeof all)[number]) =>
      video?.metadata.some((pair) => pair.key === key && pair.value === value) ?? false;
    const tagged = (tag: string) => (video: (typeof all)[number]) => video?.tags.includes(tag) ?? false;
    const cases: [string, (video: (typeof all)[number]) => boolean][] = [
      ['tags[]=rare', tagged('rare')],
      ['tags[]=film', tagged('film')],
      ['tags[]=rare&tags[]=film', tagged('rare')],
      ['metadata[group]=3', has('group', '3')],
      ['tags[]=film&metadata[group]=3', has('group', '3')],
      ['tags[]=rare&metadata[group]=0', (video) => tagged('rare')(video) && has('group', '0')(video)],
      ['title=RARELY', (video) => video?.title.includes('Rarely') ?? false],
      ['title=12', (video) => video?.title.includes('12') ?? false],
      ['title=number%20112&tags[]=film', (video) => video?.title.includes('number 112') ?? false],
      ['tags[]=none', () => false],
    ];
    for (const [query, passes] of cases) {
      const wanted = all.filter(passes).map((video) => video?.videoId);
      const { ids, total } = await whole(query);
      assert.equal(total, wanted.length, query);
      assert.deepEqual(ids.toSorted(), wanted.toSorted(), query);
    }
  });

  it('follows changes and deletions', async () => {
    const videoId = await sandbox.video('A needle');
    const find = async (query: string) => (await whole(query)).ids;
    await sandbox.ask('PATCH', `/videos/${videoId}`, {
      json: { title: 'Another "haystack"', tags: ['hay'], metadata: [{ key: 'a', value: 'b' }] },
    });
    assert.deepEqual(await find('title=needle'), []);
    for (const query of ['title=%22HAYstack%22', 'tags[]=hay', 'metadata[a]=b'])
      assert.deepEqual(await find(query), [videoId], query);
    await sandbox.ask('DELETE', `/videos/${videoId}`);
    for (const query of ['title=haystack', 'tags[]=hay', 'metadata[a]=b'])
      assert.deepEqual(await find(query), [], query);
    assert.equal((await whole('')).total, COUNT);
  });
});
