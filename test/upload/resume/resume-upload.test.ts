import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from '../../../src/core/wire/grant.ts';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { GrantProvider, GrantSettings } from '../../../src/upload/ports/grant-settings.ts';
import { FakeSite } from '../support/fake-site.ts';
import { partsOf, FakeTab } from '../support/upload-tab.ts';
import {
  assertWhole,
  PARTS,
  setUpUpload,
  SIZE,
  waitForEnd,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';

/** A site whose pages ask a function of their own, and an upload of which one part of three is stored. */
async function leaveOnePart(first: Partial<Grant> = {}) {
  const site = new FakeSite();
  const service = new FakeService();
  service.hasExtensions = true;
  service.faults.push(undefined, 'silence', 'silence');
  const answer = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
  const begun = new FakeTab(
    site,
    service,
    asking(() => ({ ...answer, ...first })),
  );
  // The other two are on their way at once.
  await until(() => service.seen.length >= 3);
  begun.kill();
  return { site, service, answer };
}

function asking(grant: GrantProvider): { settings: () => GrantSettings } {
  return { settings: () => ({ grant }) };
}

describe('resuming an upload', () => {
  it('goes into the same video after its page has let it go in the middle', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.faults.push(undefined, 'silence', 'silence');
    const left = new FakeTab(site, service);
    await until(() => service.seen.length >= 3);
    left.upload.release();
    const { upload } = new FakeTab(site, service);
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 2, 3]);
  });

  it('reports the speed of its own bytes, not of an earlier visit', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    const parts = Array.from({ length: 20 }, () => undefined);
    service.faults.push(...parts, ...Array.from({ length: 6 }, () => 'silence' as const));
    const left = new FakeTab(site, service, {}, makeFile(200));
    await until(() => service.seen.length >= 26);
    left.upload.release();
    const { upload, environment } = new FakeTab(site, service, {}, makeFile(200));
    const { sender } = environment;
    const send: typeof sender.send = async (request) => {
      await environment.sleep(1000, request.signal);
      return sender.send(request);
    };
    Object.assign(environment, { sender: { ...sender, send } });
    const speeds: number[] = [];
    upload.store.subscribe(({ status, speed = 0 }) => {
      if (status === 'uploading') speeds.push(speed);
    });
    assert.equal((await waitForEnd(upload)).status, 'playable');
    // Six parts of four bytes a second, at most.
    assert.ok(Math.max(...speeds) > 0 && Math.max(...speeds) <= 24, speeds.join());
    assertWhole(service, 200);
  });

  it('ends with its page when nothing of it is kept', async () => {
    const { upload, service } = setUpUpload();
    service.faults.push(undefined, 'silence', 'silence');
    upload.start();
    await waitForStatus(upload, 'uploading');
    upload.release();
    assert.equal(upload.store.state.status, 'cancelled');
  });

  it("waits when the page's own function could not reach its server, and does not start over", async () => {
    const { site, service, answer } = await leaveOnePart();
    const reasons: string[] = [];
    const { upload } = new FakeTab(
      site,
      service,
      asking((reason) => {
        reasons.push(reason);
        if (reasons.length === 1) throw new TypeError('Failed to fetch');
        return answer;
      }),
    );
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'playable');
    assert.deepEqual(reasons, ['resume', 'resume']);
    assert.equal(state.notice, undefined);
    assertWhole(service);
  });

  it('keeps its record while there is no grant to start over with', async () => {
    const { site, service, answer } = await leaveOnePart();
    let isSignedIn = false;
    const grant: GrantProvider = () => {
      if (!isSignedIn) throw new VhError('grant-refused', 'Sign in first.');
      return answer;
    };
    const { upload } = new FakeTab(site, service, asking(grant));
    const refused = await waitForEnd(upload);
    assert.equal(refused.status, 'failed');
    assert.equal(refused.notice, undefined);
    isSignedIn = true;
    upload.retry();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 2, 3]);
  });

  it('starts over in a new video, with a notice, when the grant is for another endpoint', async () => {
    const { site, service, answer } = await leaveOnePart();
    const asked: unknown[] = [];
    const { upload } = new FakeTab(
      site,
      service,
      asking((reason, { videoId }) => {
        asked.push([reason, videoId]);
        return { ...answer, url: 'https://other.example/upload', videoId };
      }),
    );
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'upload-restarted');
    assert.deepEqual(asked, [
      ['resume', 'vi1'],
      ['start', undefined],
    ]);
    assert.deepEqual([...service.bytes('vi2')], [...makeBytes(SIZE)]);
    assert.deepEqual(partsOf(service), [1, 2, 3, 1, 2, 3]);
    assert.equal(service.videos.get('vi1')?.parts.size, 1);
  });

  it('sends to the video that the page names now, with a notice that it starts over', async () => {
    const { site, service, answer } = await leaveOnePart({ videoId: 'first' });
    service.videos.set('second', { parts: new Map(), total: 0, title: '' });
    const { upload } = new FakeTab(
      site,
      service,
      asking(() => ({ ...answer, videoId: 'second' })),
    );
    const state = await waitForEnd(upload);
    assert.equal('video' in state && state.video?.videoId, 'second');
    assert.equal(state.notice?.code, 'upload-restarted');
    assert.equal(service.bytes('second').length, 10);
    assert.equal(service.videos.get('first')?.parts.size, 1);
  });

  for (const hasExtensions of [true, false]) {
    it(`ends although not all could be written down, ${hasExtensions ? 'asking' : 'without asking'} the service`, async () => {
      const site = new FakeSite();
      const service = new FakeService();
      service.hasExtensions = hasExtensions;
      const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
      service.faults.push(undefined, undefined, 'silence');
      const settings = asking(grant);
      const full = new FakeTab(site, service, settings);
      await until(() => service.seen.length >= 1);
      site.records.isFull = true;
      await until(() => service.seen.length >= 3);
      assert.equal(full.upload.store.state.notice?.code, 'resume-unavailable');
      full.kill();
      site.records.isFull = false;
      // A line that is faster by now cuts other parts.
      const { upload } = new FakeTab(site, service, asking({ ...grant, partSize: { min: 5, max: 5 } }));
      const state = await waitForEnd(upload);
      assert.equal(state.status, 'playable');
      const { videoId } = state.video;
      assert.deepEqual([...service.bytes(videoId)], [...makeBytes(SIZE)]);
    });
  }
});
