import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeSite } from '../support/fake-site.ts';
import { partsOf, stuckAt, FakeTab } from '../support/upload-tab.ts';
import type { UploadMemory } from '../../../src/upload/ports/upload-memory.ts';
import {
  assertWhole,
  setUpUpload,
  waitForEnd,
  waitForState,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';

describe('the same file in two tabs', () => {
  it('makes one video, which both have', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.faults.push(undefined, { status: 503 });
    const tabs = [new FakeTab(site, service), new FakeTab(site, service)];
    const states = await Promise.all(tabs.map(({ upload }) => waitForEnd(upload)));
    assert.deepEqual(
      states.map((state) => 'video' in state && state.video?.videoId),
      ['vi1', 'vi1'],
    );
    assertWhole(service);
  });

  it('fails in both when no video can be made of it', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    service.faults.push(undefined, { status: 503 });
    const tabs = [new FakeTab(site, service), new FakeTab(site, service)];
    const states = await Promise.all(tabs.map(({ upload }) => waitForEnd(upload)));
    assert.deepEqual(
      states.map((state) => state.status === 'failed' && state.error.code),
      ['processing-failed', 'processing-failed'],
    );
  });

  it('is followed in the second, which takes over when the first dies', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new FakeTab(site, service);
    await waitForState(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    tab.kill();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
  });

  it('continues in the second tab when the first is cancelled', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new FakeTab(site, service);
    await waitForState(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    tab.upload.cancel();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
  });

  it('may be paused, resumed and cancelled while it is followed', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new FakeTab(site, service);
    const isFollowing = () =>
      waitForState(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    await isFollowing();
    upload.pause();
    assert.equal(upload.store.state.status, 'paused');
    upload.resume();
    await isFollowing();
    upload.cancel();
    assert.equal(upload.store.state.status, 'cancelled');
    assert.equal(tab.upload.store.state.status, 'uploading');
    assert.equal(site.records.kept.size, 1);
    tab.kill();
  });

  it('continues in the second tab after a failure in the first, which then finds the finished video', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    service.faults.push(undefined, undefined, { status: 400, slug: 'no' }, 'silence');
    const first = new FakeTab(site, service);
    await waitForStatus(first.upload, 'failed');
    const second = new FakeTab(site, service);
    // Its watchdog would end the silence while the first one reads the file again, in another thread.
    service.onSilence = () => second.environment.standStill();
    await until(() => service.seen.length >= 4);
    first.upload.retry();
    await waitForState(first.upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    second.kill();
    assert.equal((await waitForEnd(first.upload)).status, 'playable');
    assertWhole(service);
  });

  it('has the video of the other tab after a pause in the moment in which that is done', async () => {
    const service = new FakeService();
    const done = () => Promise.resolve();
    const memory: UploadMemory = {
      record: undefined,
      video: { videoId: 'vi-of-other' },
      touchedAt: 0,
      save: done,
      forget: done,
      reportSent: () => {},
      finish: done,
      release: done,
      cancel: () => Promise.resolve(false),
    };
    const opening = Promise.resolve(memory);
    const environment = Object.assign(new FakeEnvironment(service), {
      openMemory: () => {
        void opening.then(() => upload.pause());
        return opening;
      },
    });
    const { upload } = setUpUpload({}, { environment }, undefined, service);
    upload.start();
    await waitForStatus(upload, 'paused');
    await opening;
    upload.resume();
    const state = await waitForEnd(upload);
    assert.equal('video' in state && state.video?.videoId, 'vi-of-other');
    assert.deepEqual(service.seen, []);
    assert.equal(service.videos.size, 0);
  });
});
