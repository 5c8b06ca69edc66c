import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled, until } from '../../support/until.ts';
import { WorkerSite, type WorkerPage } from '../support/worker-site.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.mp4`);

/** A page with five files, two at a time, whose first two stand still at their first part; its worker knows of all. */
async function pageOfFive(site = new WorkerSite(), options: Parameters<WorkerSite['page']>[0] = {}) {
  site.service.faults.push('silence', 'silence');
  const page = site.page(options);
  site.service.onSilence = () => page.environment.standStill();
  const queue = page.queue(NAMES);
  await until(() => site.service.seen.length === 2 && site.held.length === 5);
  return { site, page, queue };
}

const stored = ({ site }: WorkerSite) => [...site.records.kept.values()].filter(({ video }) => video);
const namesOf = ({ uploads }: WorkerPage) => uploads.map(({ file }) => file.name);

describe('files that have not begun when their page goes', () => {
  it('are sent by the worker, each once, in the order of the queue, and no more at a time than the page would', async () => {
    const { site, page } = await pageOfFive();
    const order: string[] = [];
    let most = 0;
    const { records } = site.site;
    const put = records.put.bind(records);
    records.put = async (record) => {
      await put(record);
      const all = [...site.site.records.kept.values()];
      most = Math.max(most, all.filter(({ upload, video }) => upload && !video).length);
      if (!order.includes(record.file.name)) order.push(record.file.name);
    };
    page.leave();
    await until(() => stored(site).length === 5);
    assert.deepEqual([order.slice(0, 2).sort(), order.slice(2)], [NAMES.slice(0, 2), NAMES.slice(2)]);
    assert.equal(most, 2);
    assert.equal((await site.page().continue()).videos.length, 5);
    assert.equal(site.site.records.kept.size, 0);
    assert.equal(stored(site).length, 0);
  });

  it('are continued by the next page without a click, in their order', async () => {
    const { site, page } = await pageOfFive();
    site.service.faults.push('silence', 'silence');
    page.leave();
    await until(() => site.service.seen.length === 4);
    const next = site.page();
    const { uploads, videos } = await next.continue();
    assert.deepEqual([uploads.length, videos], [5, []]);
    assert.deepEqual(namesOf(next).slice(2), NAMES.slice(2));
    await until(() => uploads.every(({ store }) => store.state.status === 'playable'));
    const whole = [...site.service.videos.keys()].filter((id) => site.service.bytes(id).length > 0);
    assert.equal(whole.length, 5);
  });

  it('are not sent while they are paused, and are paused on the next page', async () => {
    const { site, page, queue } = await pageOfFive();
    queue.pause();
    await until(() => site.held.every(({ isPaused }) => isPaused));
    page.leave();
    await settled(60);
    assert.equal(site.service.seen.length, 2);
    const next = site.page();
    const { uploads } = await next.continue();
    assert.deepEqual(
      uploads.map(({ store }) => store.state.status),
      Array(5).fill('paused'),
    );
  });

  it('are sent by nobody once they are taken out', async () => {
    const { site, page, queue } = await pageOfFive();
    queue.cancel();
    await until(() => site.held.length === 0);
    page.leave();
    await settled(60);
    assert.equal(site.service.seen.length, 2);
    assert.deepEqual(await site.page().continue(), { uploads: [], videos: [] });
  });

  it('are for their own visitor, their own field, and nobody after a sign-out', async () => {
    for (const [signsOut, options, count] of [
      [false, { settings: { subject: 'ben' } }, 0],
      [false, { settings: { subject: 'anna', group: 'trailer' } }, 0],
      [true, { settings: { subject: 'anna' } }, 0],
      [false, { settings: { subject: 'anna' } }, 5],
    ] as const) {
      const site = new WorkerSite();
      site.service.faults.push(...Array<'silence'>(4).fill('silence'));
      const { page } = await pageOfFive(site, { settings: { subject: 'anna' } });
      page.leave();
      await until(() => site.service.seen.length === 4);
      if (signsOut) await site.page().signOut();
      const { uploads } = await site.page(options).continue();
      assert.equal(uploads.length, count, JSON.stringify(options));
    }
  });

  it('do not end up twice where their page had just begun them', async () => {
    const { site, page, queue } = await pageOfFive();
    // The page has gone on, and its last words are lost.
    site.deliver = () => {};
    page.environment.comeBack();
    queue.move(4, 2);
    page.leave();
    await until(() => stored(site).length === 5);
    const names = stored(site).map(({ file }) => file.name);
    assert.deepEqual(names.sort(), NAMES);
  });
});
