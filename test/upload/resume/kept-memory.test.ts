import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVhError } from '../../../src/core/vh-error.ts';
import type { UploadRecord } from '../../../src/upload/upload-memory.ts';
import type { TabNews } from '../../../src/upload/resume/tab-news.ts';
import { KeptMemory, type MemoryOptions } from '../../../src/upload/resume/kept-memory.ts';
import { FakeSite } from '../../support/resume-tabs.ts';
import { makeFile } from '../../support/uploader-file.ts';

const SCOPE = 'backend https://site.example/vh';
const DAY = 24 * 60 * 60 * 1000;
const HALF: UploadRecord = {
  protocol: 'parts',
  endpoint: 'https://service.example/upload',
  videoId: 'vi1',
  parts: [
    { from: 0, to: 4, stored: true },
    { from: 4, to: 8, stored: false },
  ],
  wire: ['an-upload-id'],
};

/** Opens a memory in a new tab of the site. */
function open(site: FakeSite, options: Partial<MemoryOptions> = {}, tab = site.tab()) {
  const followed: TabNews[] = [];
  const lost: unknown[] = [];
  const ended = new AbortController();
  const opening = KeptMemory.open({
    file: makeFile(10),
    scope: SCOPE,
    world: tab,
    signal: ended.signal,
    onFollow: (news) => followed.push(news),
    onLost: (error) => lost.push(error),
    ...options,
  });
  const memory = opening.then((opened) => opened ?? assert.fail('this page sends it already'));
  return { memory, followed, lost, ended, tab };
}

const stop = new Error('stopped');

/** Resolves when a tab that waits for its turn has heard of the other so often. */
async function heard(tab: { followed: TabNews[] }, times = 1): Promise<void> {
  while (tab.followed.length < times) await new Promise((resolve) => setImmediate(resolve));
}

describe('KeptMemory', () => {
  it('has nothing of a file that is new', async () => {
    const memory = await open(new FakeSite()).memory;
    assert.equal(memory.past, undefined);
    assert.equal(memory.video, undefined);
  });

  it('gives back what was kept, after the tab was killed', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).keep(HALF);
    first.tab.kill();
    assert.deepEqual((await open(site).memory).past, HALF);
  });

  it('knows another file of the same name, size and date for another', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).keep(HALF);
    first.tab.kill();
    const { name, type, lastModified } = makeFile(10);
    const other = new File(['0123456789'], name, { type, lastModified });
    assert.equal((await open(site, { file: other }).memory).past, undefined);
  });

  it('keeps uploads to two places apart', async () => {
    const site = new FakeSite();
    const here = await open(site).memory;
    await here.keep(HALF);
    const there = await open(site, { scope: 'backend https://site.example/other' }).memory;
    assert.equal(there.past, undefined);
  });

  it('forgets after seven days, as the service does', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).keep(HALF);
    first.tab.kill();
    site.time += 7 * DAY;
    assert.equal((await open(site).memory).past, undefined);
  });

  it('keeps fifty at most, the newest of them', async () => {
    const site = new FakeSite();
    for (let count = 0; count < 60; count++) {
      site.time += 1000;
      const one = await open(site, { scope: `place ${count}` }).memory;
      await one.keep(HALF);
      await one.release();
    }
    await open(site, { scope: 'one more' }).memory;
    while (site.records.kept.size > 50) await new Promise((resolve) => setImmediate(resolve));
    const scopes = [...site.records.kept.values()].map(({ scope }) => scope);
    assert.ok(!scopes.includes('place 0') && scopes.includes('place 59'));
  });

  it('keeps no address that is signed', async () => {
    const site = new FakeSite();
    const memory = await open(site).memory;
    const plain = 'https://service.example/upload/tus/abc';
    const signed = [
      'https://store.example/s?Signature=x',
      'https://u:p@store.example/s',
      'https://store.example/s#t',
    ];
    await memory.keep({ ...HALF, protocol: 'tus', wire: [plain, ...signed, null, 'id'] });
    assert.deepEqual([...site.records.kept.values()][0]?.upload?.wire, [plain, null, null, null, null, 'id']);
  });

  it('leaves nothing behind of an upload that is done, or called off', async () => {
    const site = new FakeSite();
    const done = await open(site).memory;
    await done.keep(HALF);
    await done.finish({ videoId: 'vi1' });
    assert.equal(site.records.kept.size, 0);
    const calledOff = await open(site).memory;
    await calledOff.keep(HALF);
    assert.equal(await calledOff.cancel(), false);
    assert.equal(site.records.kept.size, 0);
  });

  it('keeps what is known of one that is given up for now', async () => {
    const site = new FakeSite();
    const failed = await open(site).memory;
    await failed.keep(HALF);
    await failed.release();
    assert.deepEqual((await open(site).memory).past, HALF);
  });

  it('begins anew when it is told that the service has forgotten', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await memory.keep(HALF);
    await memory.forget();
    assert.equal(memory.past, undefined);
    first.tab.kill();
    assert.equal((await open(site).memory).past, undefined);
  });

  it('never holds up the sending: only the newest of many is written', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    const all = Array.from({ length: 1000 }, (_one, index) =>
      memory.keep({ ...HALF, videoId: `vi${index}` }),
    );
    await Promise.all(all);
    assert.ok(site.records.writes <= 2, `${site.records.writes} writes`);
    first.tab.kill();
    assert.equal((await open(site).memory).past?.videoId, 'vi999');
  });

  it('goes on where nothing can be kept, and says so once', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const { memory, lost } = open(site);
    await (await memory).keep(HALF);
    await (await memory).keep(HALF);
    assert.equal(lost.length, 1);
    assert.ok(isVhError(lost[0], 'resume-unavailable'));
    await (await memory).finish({ videoId: 'vi1' });
  });

  it('says once that the storage is full, when that is in the middle', async () => {
    const site = new FakeSite();
    const { memory, lost } = open(site);
    await (await memory).keep(HALF);
    site.records.isDenied = true;
    await (await memory).keep(HALF);
    await (await memory).keep(HALF);
    await (await memory).cancel();
    assert.equal(lost.length, 1);
  });
});

describe('KeptMemory in one page', () => {
  it('takes the same file a second time for another upload, which is not remembered', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await assert.rejects(open(site, {}, first.tab).memory, /sends it already/);
    await memory.release();
    await open(site, {}, first.tab).memory;
  });

  it('begins anew when a file is called off and chosen again at once', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await memory.keep(HALF);
    const cancelled = memory.cancel();
    const again = await open(site, {}, first.tab).memory;
    assert.equal(await cancelled, false);
    assert.equal(again.past, undefined);
  });
});

describe('KeptMemory in several tabs', () => {
  it('gives the turn to one; the other hears how far it is, also when it comes late', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    sender.tell(3);
    const follower = open(site);
    let hasTurn = false;
    void follower.memory.then(() => (hasTurn = true));
    await heard(follower, 2);
    sender.tell(7);
    await heard(follower, 3);
    assert.deepEqual(
      follower.followed.map(({ sent }) => sent),
      [0, 3, 7],
    );
    assert.equal(hasTurn, false);
    await sender.release();
    await follower.memory;
  });

  it('tells every tab that followed of the video, and the next who chooses the file of none', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    await sender.keep(HALF);
    const followers = [open(site), open(site)];
    await Promise.all(followers.map((follower) => heard(follower)));
    site.time += 1000;
    await sender.finish({ videoId: 'vi1', title: 'Holiday' });
    for (const { memory } of followers) {
      const follower = await memory;
      assert.equal(follower.video?.videoId, 'vi1');
      await follower.finish(follower.video);
    }
    assert.equal(site.records.kept.size, 0);
    assert.equal((await open(site).memory).video, undefined);
  });

  it('takes over with what is kept when the tab that sends dies', async () => {
    const site = new FakeSite();
    const sender = open(site);
    await (await sender.memory).keep(HALF);
    const follower = open(site);
    await heard(follower);
    sender.tab.kill();
    assert.deepEqual((await follower.memory).past, HALF);
  });

  it('takes over what is called off in the tab that sends', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    await sender.keep(HALF);
    const follower = open(site);
    await heard(follower);
    assert.equal(await sender.cancel(), true);
    assert.deepEqual((await follower.memory).past, HALF);
  });

  it('does not take an old outcome for its own when the tab that told of it died before it was fetched', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    const follower = open(site);
    await heard(follower);
    await sender.finish({ videoId: 'vi1' });
    await follower.memory;
    follower.tab.kill();
    site.time += 1000;
    const later = await open(site).memory;
    assert.equal(later.video, undefined);
    assert.equal(later.past, undefined);
  });

  it('hears of the video where nothing can be kept', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const sender = await open(site).memory;
    const follower = open(site);
    await heard(follower);
    await sender.finish({ videoId: 'vi1' });
    assert.equal((await follower.memory).video?.videoId, 'vi1');
  });

  it('says that nothing is remembered where the browser lends no turns', async () => {
    const denied = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    const tab = { ...new FakeSite().tab(), locks: { request: denied, query: denied } };
    const { memory } = open(new FakeSite(), {}, tab);
    await assert.rejects(memory, (error) => isVhError(error, 'resume-unavailable'));
    assert.equal(tab.here.size, 0);
  });

  it('keeps no address of a private video', async () => {
    const site = new FakeSite();
    const first = open(site);
    const sender = await first.memory;
    const follower = open(site);
    await heard(follower);
    const hls = 'https://assets.example/vod/vi1/token/secret-token/hls/manifest.m3u8';
    await sender.finish({ videoId: 'vi1', title: 'clip', assets: { hls } });
    assert.ok(site.records.kept.size > 0);
    assert.ok(!JSON.stringify([...site.records.kept.values()]).includes('secret-token'));
    assert.deepEqual((await follower.memory).video, { videoId: 'vi1', title: 'clip', assets: undefined });
  });

  it('stops waiting for its turn when it is told to', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    const follower = open(site);
    await heard(follower);
    follower.ended.abort(stop);
    await assert.rejects(follower.memory, stop);
    await sender.release();
    await open(site).memory;
  });
});
