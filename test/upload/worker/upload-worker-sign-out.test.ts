import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled, until } from '../../support/until.ts';
import { WorkerSite } from '../support/worker-site.ts';

/** The worker sends what a page has left, and stands still at the service's fourth part. */
async function sentByWorker(settings: { subject?: string; group?: string } = {}) {
  const site = new WorkerSite();
  site.service.faults.push(undefined, undefined, 'silence', 'silence');
  const page = site.page({ settings });
  site.service.onSilence = () => page.environment.standStill();
  page.send();
  await until(() => site.service.seen.length >= 3);
  await until(() => site.isAwake);
  page.leave();
  await until(() => site.service.seen.length >= 4);
  return site;
}

describe('a sign-out', () => {
  it('ends what the worker sends, and forgets it where nobody has a name', async () => {
    const site = await sentByWorker();
    await site.page().signOut();
    assert.equal(site.site.records.kept.size, 0);
    await settled(50);
    assert.equal(site.service.seen.length, 4);
    assert.deepEqual(await site.page().continue(), { uploads: [], videos: [] });
  });

  it('leaves the record to a visitor with a name, and no file', async () => {
    const settings = { subject: 'anna' };
    const site = await sentByWorker(settings);
    await site.page().signOut();
    assert.equal(site.site.records.kept.size, 1);
    const next = site.page({ settings });
    assert.deepEqual(await next.continue(), { uploads: [], videos: [] });
    assert.deepEqual([next.handed.size, (await next.unfinished.list()).length], [0, 1]);
    await settled(50);
    assert.equal(site.service.seen.length, 4);
  });

  it('is of one group where the page says so', async () => {
    const site = await sentByWorker({ group: 'trailer' });
    const page = site.page();
    await page.signOut('film');
    assert.equal(site.site.records.kept.size, 1);
    await page.signOut('trailer');
    assert.equal(site.site.records.kept.size, 0);
  });

  it('ends what a page of the same tab has left that is about to be gone, and nothing of another tab', async () => {
    for (const [tab, count] of [
      ['tab', 0],
      ['another', 1],
    ] as const) {
      const site = new WorkerSite();
      site.service.faults.push(undefined, undefined, 'silence');
      const page = site.page();
      site.service.onSilence = () => page.environment.standStill();
      page.send();
      await until(() => site.service.seen.length >= 3);
      await until(() => site.isAwake);
      const signedOut = site.page({ tab }).signOut();
      // The worker has heard it.
      await settled(10);
      page.leave();
      await signedOut;
      if (count === 1) await until(() => site.service.seen.length > 3);
      else await settled(100);
      assert.equal(site.site.records.kept.size, count, tab);
      assert.equal(site.service.seen.length > 3, count === 1, tab);
    }
  });
});
