import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GrantReason } from '../../../src/core/wire/grant.ts';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { GrantProvider } from '../../../src/upload/ports/grant-settings.ts';
import { FakeSite } from '../support/fake-site.ts';
import { partsOf, stuckAt, FakeTab } from '../support/upload-tab.ts';
import { assertWhole, waitForEnd, PARTS, SIZE } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { settled, until } from '../../support/until.ts';

describe('an upload whose tab died', () => {
  for (const hasExtensions of [true, false]) {
    it(`sends only the missing bytes, ${hasExtensions ? 'asking' : 'without asking'} the service`, async () => {
      const { site, service, tab } = await stuckAt(3, hasExtensions);
      tab.kill();
      const { upload } = new FakeTab(site, service);
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertWhole(service);
      assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
    });
  }

  it('makes no second video, when it died with the first part on its way', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    service.faults.push('lost-answer', 'silence');
    const tab = new FakeTab(site, service);
    await until(() => service.seen.length >= 2);
    tab.kill();
    const { upload } = new FakeTab(site, service);
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
  });

  it('shows the claim of its grant when it asks for another', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.faults.push(undefined, 'silence');
    const asked: unknown[] = [];
    const grant: GrantProvider = (reason, { videoId, claim }) => {
      asked.push([reason, videoId, claim]);
      return { protocol: 'parts', url: service.url, token: 'good', videoId, claim: 'mine', partSize: PARTS };
    };
    const tab = new FakeTab(site, service, { settings: () => ({ grant }) });
    await until(() => service.seen.length >= 2);
    tab.kill();
    const { upload } = new FakeTab(site, service, { settings: () => ({ grant }) });
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.deepEqual(asked, [
      ['start', undefined, undefined],
      ['resume', 'vi1', 'mine'],
    ]);
  });

  it('believes the service, not its memory', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    service.videos.get('vi1')?.parts.delete(2);
    const { upload } = new FakeTab(site, service);
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service).toSorted(), [1, 2, 2, 3, 3]);
  });

  it('starts over once, with a notice, when the service has forgotten it', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    service.videos.clear();
    service.forgotten.add('vi1');
    const { upload } = new FakeTab(site, service);
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'upload-restarted');
    assertWhole(service);
  });

  it('is forgotten when it is cancelled after a failure, and kept when another replaces it', async () => {
    for (const end of ['cancel', 'release'] as const) {
      const site = new FakeSite();
      const service = new FakeService();
      service.faults.push(undefined, { status: 400 });
      const { upload } = new FakeTab(site, service);
      assert.equal((await waitForEnd(upload)).status, 'failed');
      await until(() => site.records.kept.size !== 0);
      upload[end]();
      const left = end === 'cancel' ? 0 : 1;
      await until(() => site.records.kept.size === left);
      assert.equal(upload.store.state.status, 'failed');
    }
  });

  for (const end of ['cancel', 'release', 'leave'] as const) {
    it(`is ${end === 'cancel' ? 'forgotten' : 'kept'} by ${end}() before its turn has come again`, async () => {
      const { site, service, tab } = await stuckAt(3);
      tab.kill();
      const { upload } = new FakeTab(site, service, {}, makeFile(SIZE), false);
      upload[end]();
      assert.equal(upload.store.state.status, 'cancelled');
      const seen = service.seen.length;
      // The same file once more: of what is kept it continues.
      if (end === 'cancel') await until(() => site.records.kept.size === 0);
      const next = new FakeTab(site, service);
      assert.equal((await waitForEnd(next.upload)).status, 'playable');
      assert.equal(service.videos.size, end === 'cancel' ? 2 : 1);
      assert.equal(service.seen.length - seen, end === 'cancel' ? 3 : 1);
    });
  }

  it('leaves alone what another tab sends, when it is cancelled before its turn', async () => {
    const { site, service } = await stuckAt(3);
    const { upload } = new FakeTab(site, service, {}, makeFile(SIZE), false);
    upload.cancel();
    await settled(30);
    assert.equal(site.records.kept.size, 1);
  });

  it('starts over with another file of the same name, size and date', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    const { name, type, lastModified } = makeFile(SIZE);
    const other = new File(['9876543210'], name, { type, lastModified });
    const { upload } = new FakeTab(site, service, {}, other);
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.equal(service.videos.size, 2);
    assert.equal(new TextDecoder().decode(service.bytes('vi2')), '9876543210');
  });

  it('requests a grant for the same video, and starts over when that is refused', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    const asked: [GrantReason, string | undefined][] = [];
    const url = new URL(service.url).href;
    const settings = () => ({
      grant: (reason: GrantReason, { videoId }: { videoId: string | undefined }) => {
        asked.push([reason, videoId]);
        if (reason === 'resume') throw new VhError('grant-refused', 'Not yours.');
        return { protocol: 'parts', url, token: 'good', partSize: PARTS } as const;
      },
    });
    // To the same place by its scope: a function of the page's.
    for (const kept of site.records.kept.values()) {
      const key = kept.key.replace(kept.scope, 'grant');
      site.records.kept.set(key, { ...kept, key, scope: 'grant' });
    }
    const { upload } = new FakeTab(site, service, { settings });
    const state = await waitForEnd(upload);
    assert.deepEqual(asked, [
      ['resume', 'vi1'],
      ['start', undefined],
    ]);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'upload-restarted');
    assert.equal(service.videos.size, 2);
  });

  it('is another upload with `without-resume`', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    const { upload } = new FakeTab(site, service, { isResumable: false });
    await waitForEnd(upload);
    assert.equal(site.records.writes, 0);
  });

  it('uploads without storage, and warns', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const service = new FakeService();
    const { upload } = new FakeTab(site, service);
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'resume-unavailable');
    assertWhole(service);
  });

  it('leaves nothing behind when it is done, and when it is cancelled', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    await waitForEnd(new FakeTab(site, service).upload);
    await until(() => site.records.kept.size === 0);
    service.faults.push(undefined, 'silence');
    const before = service.seen.length;
    const { upload } = new FakeTab(site, service);
    await until(() => service.seen.length >= before + 2);
    upload.cancel();
    await until(() => site.records.kept.size === 0);
  });

  it('keeps no token', async () => {
    const { site, tab } = await stuckAt(3);
    assert.ok(site.records.kept.size > 0);
    assert.doesNotMatch(JSON.stringify([...site.records.kept.values()]), /good/);
    tab.kill();
  });
});
