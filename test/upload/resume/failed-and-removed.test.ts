import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnfinishedUploads } from '../../../src/upload/resume/unfinished-uploads.ts';
import { assertWhole, PARTS, waitForEnd, waitForStatus } from '../../support/upload/upload-run.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';
import { FakeSite } from '../support/fake-site.ts';
import { FakeTab, partsOf } from '../support/upload-tab.ts';

/** An upload that has failed after its first part, and what its site remembers. */
async function failed() {
  const site = new FakeSite();
  const service = new FakeService();
  service.hasExtensions = true;
  service.faults.push(undefined, undefined, { status: 400, slug: 'no' });
  const tab = new FakeTab(site, service);
  await waitForStatus(tab.upload, 'failed');
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
  const records = () => [...site.records.kept.values()];
  return {
    ...{ site, service, tab, grant, records },
    isRemoved: () => records().some((stored) => stored.isRemoved),
    /** What a page offers that comes now. */
    offered: () => new UnfinishedUploads(() => ({ grant }), site.tab()).list(),
  };
}

describe('a failed upload', () => {
  it('is offered by the next page', async () => {
    const { tab, offered } = await failed();
    tab.kill();
    assert.equal((await offered()).length, 1);
  });

  it('does not come back once its row is removed, although its page is left before that is final', async () => {
    const { tab, offered, records, isRemoved } = await failed();
    tab.upload.markRemoved(true);
    await until(isRemoved);
    tab.kill();
    assert.deepEqual(await offered(), []);
    // The next page forgets it.
    await until(() => records().length === 0);
  });

  it('is offered when its row was brought back in time, and goes on', async () => {
    const { tab, offered, isRemoved, service } = await failed();
    tab.upload.markRemoved(true);
    tab.upload.markRemoved(false);
    tab.upload.retry();
    assert.equal((await waitForEnd(tab.upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
    assert.equal(isRemoved(), false);
    assert.deepEqual(await offered(), []);
  });

  it('goes with its record when the removal is final', async () => {
    const { tab, records } = await failed();
    tab.upload.markRemoved(true);
    tab.upload.cancel();
    await until(() => records().length === 0);
  });
});
