import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HALF_UPLOADED, waitForMessages, STOPPED, openTestMemory as open } from './support/browser-memory.ts';
import { FakeSite } from '../support/fake-site.ts';
import { settled, until } from '../../support/until.ts';

describe('KeptMemory in one page', () => {
  it('takes the same file a second time for another upload, which is not remembered', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await assert.rejects(open(site, {}, first.tab).memory, /sends it already/);
    await memory.release();
    await open(site, {}, first.tab).memory;
  });

  it('starts over when a file is cancelled and chosen again at once', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await memory.save(HALF_UPLOADED);
    const cancelled = memory.cancel();
    const again = await open(site, {}, first.tab).memory;
    assert.equal(await cancelled, false);
    assert.equal(again.record, undefined);
  });

  it('remembers an upload that is resumed while its pause ends', async () => {
    const site = new FakeSite();
    const tab = site.tab();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const get = async (key: string) => {
      await asked;
      return site.records.get(key);
    };
    const slow = { ...tab, records: { ...tab.records, get } };
    const paused = open(site, { environment: slow }, tab);
    await until(() => tab.activeUploads.size === 1);
    paused.ended.abort(STOPPED);
    const resumed = open(site, { environment: slow }, tab);
    await settled(50);
    answer();
    await assert.rejects(paused.memory, STOPPED);
    await (await resumed.memory).release();
  });
});

describe('KeptMemory in several tabs', () => {
  it('gives the lock to one tab; the other receives its progress, also when it opens late', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    sender.reportSent(3);
    const follower = open(site);
    let hasTurn = false;
    void follower.memory.then(() => (hasTurn = true));
    await waitForMessages(follower, 2);
    sender.reportSent(7);
    await waitForMessages(follower, 3);
    assert.deepEqual(
      follower.followed.map(({ sent }) => sent),
      [0, 3, 7],
    );
    assert.equal(hasTurn, false);
    await sender.release();
    await follower.memory;
  });

  it('belongs to the tab that took it over, also when that is killed before a part is stored', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).save(HALF_UPLOADED);
    first.tab.kill();
    const stored = () => [...site.records.kept.values()].map(({ tab }) => tab);
    assert.deepEqual(stored(), [first.tab.tab()]);
    const second = open(site);
    await second.memory;
    await until(() => stored()[0] === second.tab.tab());
    second.tab.kill();
    const third = await open(site).memory;
    assert.deepEqual(third.record, HALF_UPLOADED);
  });

  it('leaves the wish of a page that has ended its upload to the tab that sends it', async () => {
    const site = new FakeSite();
    const first = open(site);
    const failed = await first.memory;
    await failed.save(HALF_UPLOADED);
    await failed.release();
    const second = await open(site).memory;
    failed.note({ isRemoved: true });
    await until(() => first.tab.activeUploads.size === 0);
    const isRemoved = () => [...site.records.kept.values()].map((stored) => stored.isRemoved);
    assert.deepEqual(isRemoved(), [false]);
    await second.release();
    failed.note({ isRemoved: true });
    await until(() => isRemoved()[0] === true);
  });

  it('writes nothing where the tab that had it goes on', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).save(HALF_UPLOADED);
    await (await first.memory).release();
    const { touchedAt, writes } = { ...[...site.records.kept.values()][0], writes: site.records.writes };
    site.time += 1000;
    const again = await open(site, {}, first.tab).memory;
    await again.release();
    assert.equal(site.records.writes, writes);
    assert.equal(again.touchedAt, touchedAt);
  });

  it('gives every tab that followed the video, and the next that chooses the file none', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    await sender.save(HALF_UPLOADED);
    const followers = [open(site), open(site)];
    await Promise.all(followers.map((follower) => waitForMessages(follower)));
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

  it('takes over with the stored state when the tab that sends dies', async () => {
    const site = new FakeSite();
    const sender = open(site);
    await (await sender.memory).save(HALF_UPLOADED);
    const follower = open(site);
    await waitForMessages(follower);
    sender.tab.kill();
    assert.deepEqual((await follower.memory).record, HALF_UPLOADED);
  });

  it('takes over an upload that the sending tab cancels', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    await sender.save(HALF_UPLOADED);
    const follower = open(site);
    await waitForMessages(follower);
    assert.equal(await sender.cancel(), true);
    assert.deepEqual((await follower.memory).record, HALF_UPLOADED);
  });

  it('does not take an old outcome for its own when the tab that announced it died before it was fetched', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    const follower = open(site);
    await waitForMessages(follower);
    await sender.finish({ videoId: 'vi1' });
    await follower.memory;
    follower.tab.kill();
    site.time += 1000;
    const later = await open(site).memory;
    assert.equal(later.video, undefined);
    assert.equal(later.record, undefined);
  });

  it('gets the video where nothing can be stored', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const sender = await open(site).memory;
    const follower = open(site);
    await waitForMessages(follower);
    await sender.finish({ videoId: 'vi1' });
    assert.equal((await follower.memory).video?.videoId, 'vi1');
  });

  it('stops waiting for its turn on request', async () => {
    const site = new FakeSite();
    const sender = await open(site).memory;
    const follower = open(site);
    await waitForMessages(follower);
    follower.ended.abort(STOPPED);
    await assert.rejects(follower.memory, STOPPED);
    await sender.release();
    await open(site).memory;
  });
});
