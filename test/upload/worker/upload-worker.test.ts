import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprintContent } from '../../../src/upload/films/uploaded-films.ts';
import type { Grant } from '../../../src/core/wire/grant.ts';
import type { UploadState } from '../../../src/upload/ports/upload-state.ts';
import type { UnfinishedUpload } from '../../../src/upload/resume/unfinished-uploads.ts';
import type { HeldUpload } from '../../../src/upload/resume/worker/worker-messages.ts';
import { assertWhole, SIZE, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeFile, makeOwnFile } from '../../support/upload/uploader-file.ts';
import { settled, until } from '../../support/until.ts';
import { WorkerSite, type WorkerPage } from '../support/worker-site.ts';

/** A page whose upload stands still at the service's third part, and whose worker knows of it. */
async function stuckPage(site = new WorkerSite(), options: Parameters<WorkerSite['page']>[0] = {}) {
  site.service.faults.push(undefined, undefined, 'silence');
  const page = site.page(options);
  site.service.onSilence = () => page.environment.standStill();
  const upload = page.send();
  await until(() => site.service.seen.length >= 3);
  await until(() => site.isAwake);
  return { site, page, upload };
}

/** Sent by the worker: the record says that a page has still to see it. */
const unseen = (site: WorkerSite) => [...site.site.records.kept.values()].filter(({ isUnseen }) => isUnseen);

/** The service of another field of the page. */
const OTHER = 'https://other.example/upload';
const videoIdOf = (state: UploadState): string => ('video' in state && state.video?.videoId) || '';

describe('an upload whose page has gone', () => {
  it('is sent on by the worker, and shown by the next page once', async () => {
    const { site, page } = await stuckPage();
    page.leave();
    await until(() => unseen(site).length === 1);
    assertWhole(site.service);
    // For a page that warns of films which were uploaded before.
    assert.equal(unseen(site)[0]?.film, await fingerprintContent(makeFile(SIZE)));
    const { uploads, videos } = await site.page().continue();
    assert.deepEqual([uploads.length, videos], [0, ['vi1']]);
    assert.deepEqual((await site.page().continue()).videos, []);
    assert.equal(site.site.records.kept.size, 0);
  });

  it('is continued by the next page without a click, by the file that the worker has', async () => {
    const { site, page } = await stuckPage();
    site.service.faults.push('silence');
    page.leave();
    await until(() => site.service.seen.length >= 4);
    const { uploads, videos } = await site.page().continue();
    assert.deepEqual([uploads.length, videos], [1, []]);
    assert.equal((await waitForEnd(uploads[0]!)).status, 'playable');
    assertWhole(site.service);
    assert.equal(unseen(site).length, 0);
  });

  it('has its parts arrive that are on their way before a page takes it', async () => {
    const { site, page } = await stuckPage();
    const post = site.service.post.bind(site.service);
    let arrive: (() => void) | undefined;
    site.service.post = async (...request) => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return post(...request);
    };
    page.leave();
    await until(() => arrive !== undefined);
    const next = site.page();
    site.deliver = (message, take) => {
      take(message);
      if ((message as { kind: string }).kind === 'claim') arrive?.();
    };
    const { uploads, videos } = await next.continue();
    // It was the last one.
    assert.deepEqual([uploads.length, videos], [0, ['vi1']]);
    assert.equal(next.handed.size, 0);
    assertWhole(site.service);
    assert.equal(site.service.seen.length, 4);
  });

  it('is shown by a page that asks while the worker still writes that it is stored', async () => {
    const { site, page } = await stuckPage();
    const { records } = site.site;
    const put = records.put.bind(records);
    let write: (() => void) | undefined;
    records.put = async (record) => {
      if (record.isUnseen) await new Promise<void>((resolve) => (write = resolve));
      return put(record);
    };
    let isAsked = false;
    site.deliver = (message, take) => {
      take(message);
      isAsked ||= (message as { kind: string }).kind === 'claim';
    };
    page.leave();
    await until(() => write !== undefined);
    const taken = site.page().unfinished.takeFromWorker();
    await until(() => isAsked);
    await settled();
    write?.();
    assert.deepEqual(
      (await taken).map(({ video }) => video.videoId),
      ['vi1'],
    );
  });

  it('is offered to nobody while its page may be about to go', async () => {
    const site = new WorkerSite();
    const messages: object[] = [];
    site.deliver = (message, take) => {
      messages.push(message as object);
      take(message);
    };
    const { page } = await stuckPage(site);
    const held = messages.findLast((message) => 'uploads' in message);
    site.killWorker();
    page.leave();
    // Its lock of the upload has ended, and that of the page ends a moment later.
    const going = site.site.tab();
    void going.locks.request('vh-page going', {}, () => new Promise(() => {}));
    void site.worker.take.take({ ...held, page: 'going', turn: 1 }, () => {});
    const { unfinished } = site.page();
    await unfinished.takeFromWorker();
    assert.equal(await unfinished.isBusyElsewhere(), true);
    assert.deepEqual(await unfinished.list(), []);
    going.kill();
    await until(() => unseen(site).length === 1);
    assert.equal((await unfinished.takeFromWorker()).length, 1);
    assert.deepEqual([await unfinished.isBusyElsewhere(), await unfinished.list()], [false, []]);
  });

  it('is continued by the page after one that was left while it took the upload back', async () => {
    const { site, page } = await stuckPage();
    const { records } = site.site;
    const get = records.get.bind(records);
    let answer = () => {};
    let isAsked = false;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    records.get = async (key) => {
      isAsked = true;
      await slow;
      return get(key);
    };
    let claims = 0;
    site.deliver = (message, take) => {
      take(message);
      if ((message as { kind: string }).kind === 'claim') claims++;
    };
    page.leave();
    await until(() => isAsked);
    const [second, third] = [site.page(), site.page()];
    // The worker has to stop what it has just begun.
    const taken = second.unfinished.takeFromWorker();
    await until(() => claims === 1);
    const claimed = third.unfinished.takeFromWorker();
    await until(() => claims === 2);
    second.leave();
    answer();
    // As an uploader does, it looks until nobody is busy with it.
    let shown = (await claimed).length;
    let left: UnfinishedUpload[] = [];
    for (let isBusy = true; isBusy;) {
      isBusy = await third.unfinished.isBusyElsewhere();
      left = await third.unfinished.list();
      isBusy ||= await third.unfinished.isBusyElsewhere();
      if (isBusy) shown += (await third.unfinished.takeFromWorker()).length;
    }
    assert.equal(shown + left.filter(({ hasFile }) => hasFile).length, 1);
    void taken;
  });

  it('goes on over many pages, one after the other', async () => {
    const { site, page } = await stuckPage();
    let last: WorkerPage = page;
    for (let visit = 0; visit < 5; visit++) {
      const seen = site.service.seen.length;
      site.service.faults.push('silence');
      last.leave();
      await until(() => site.service.seen.length > seen);
      site.service.faults.push('silence');
      last = site.page();
      const { environment } = last;
      site.service.onSilence = () => environment.standStill();
      const { uploads } = await last.continue();
      assert.equal(uploads.length, 1, `visit ${String(visit)}`);
      await until(() => site.service.seen.length > seen + 1);
    }
    last.leave();
    await until(() => unseen(site).length === 1);
    assertWhole(site.service);
  });

  it('is not sent by the worker while it is paused, and stays paused on the next page', async () => {
    const { site, page, upload } = await stuckPage();
    upload.pause();
    await settled(30);
    page.leave();
    await settled(30);
    assert.equal(site.service.seen.length, 3);
    const next = site.page();
    await next.unfinished.takeFromWorker();
    const [left] = await next.unfinished.list();
    const again = await next.unfinished.reopen(left?.key ?? '');
    assert.ok(typeof again === 'object');
    assert.equal(Object.assign({ earlier: { isPaused: false } }, again.file).earlier.isPaused, true);
  });

  it('is sent by nobody after it was cancelled', async () => {
    const { site, page, upload } = await stuckPage();
    upload.cancel();
    await until(() => site.site.records.kept.size === 0);
    page.leave();
    await settled(50);
    assert.equal(site.service.seen.length, 3);
    assert.deepEqual((await site.page().continue()).uploads, []);
  });

  it('is sent by nobody where the word that it was cancelled did not reach the worker', async () => {
    const { site, page, upload } = await stuckPage();
    site.deliver = () => {};
    upload.cancel();
    await until(() => site.site.records.kept.size === 0);
    page.leave();
    await settled(50);
    assert.equal(site.service.seen.length, 3);
  });

  it('waits for its own visitor: the next one has neither its file nor its video', async () => {
    const { site, page } = await stuckPage(new WorkerSite(), { settings: { subject: 'anna' } });
    site.service.faults.push('silence');
    page.leave();
    await until(() => site.service.seen.length >= 4);
    const other = site.page({ settings: { subject: 'ben' } });
    assert.deepEqual(await other.continue(), { uploads: [], videos: [] });
    assert.equal(other.handed.size, 0);
    await settled(50);
    // What the worker sent for the one before has stopped.
    assert.equal(site.service.seen.length, 4);
    assert.equal(site.site.records.kept.size, 1);
  });

  it('goes to no other tab where nobody says who the visitor is, and to no other field', async () => {
    for (const [options, count] of [
      [{ tab: 'another' }, 0],
      [{ settings: { group: 'trailer' } }, 0],
      [{}, 1],
    ] as const) {
      const { site, page } = await stuckPage();
      page.leave();
      await until(() => unseen(site).length === 1);
      assert.equal((await site.page(options).continue()).videos.length, count);
    }
  });

  it('is shown by the field of the same group', async () => {
    const settings = { group: 'trailer' };
    const { site, page } = await stuckPage(new WorkerSite(), { settings });
    page.leave();
    await until(() => unseen(site).length === 1);
    assert.deepEqual((await site.page().continue()).videos, []);
    assert.deepEqual((await site.page({ settings }).continue()).videos, ['vi1']);
  });

  for (const isDone of [true, false])
    it(`goes to its own field and its own service, of two on one page: ${isDone ? 'stored by the worker' : 'taken back'}`, async () => {
      const site = new WorkerSite();
      const page = site.page({ settings: { group: 'film' } });
      site.service.onSilence = () => page.environment.standStill();
      const { grant } = page.settings as { grant: Grant };
      const [own, other] = [page.settings, { grant: { ...grant, url: OTHER }, group: 'trailer' }];
      const files = [makeFile(SIZE, 'film.mp4'), makeFile(SIZE - 1, 'trailer.mp4')] as const;
      for (const [file, settings] of [
        [files[0], own],
        [files[1], other],
      ] as const) {
        const { length } = site.service.seen;
        site.service.faults.push(undefined, undefined, 'silence');
        page.send(file, settings);
        await until(() => site.service.seen.length === length + 3);
      }
      await until(() => site.held.length === 2);
      if (!isDone) site.service.faults.push('silence', 'silence');
      page.leave();
      await until(() => (isDone ? unseen(site).length === 2 : site.service.seen.length === 8));
      const next = site.page();
      // Of one both, and of the other only one.
      for (const settings of [
        { ...own, group: 'trailer' },
        { ...other, group: 'film' },
      ])
        assert.deepEqual(await next.continue(settings), { uploads: [], videos: [] });
      const found = [await next.continue(own), await next.continue(other)];
      const ends = await Promise.all(found.flatMap(({ uploads }) => uploads).map(waitForEnd));
      const ids = isDone ? found.flatMap(({ videos }) => videos) : ends.map(videoIdOf);
      const stored = ids.map((id) => Buffer.from(site.service.bytes(id)));
      assert.deepEqual(
        stored,
        await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()))),
      );
      // What the worker has sent, too.
      const origins = site.service.seen.map(({ url }) => url.origin);
      const toOther = origins.filter((origin) => origin === new URL(OTHER).origin);
      assert.ok(toOther.length * 2 === origins.length, origins.join());
    });

  it('is what was cut of a film: those bytes are sent on, taken back, and remembered as no film', async () => {
    for (const isDone of [true, false]) {
      const site = new WorkerSite();
      // A copy has none of the properties that the page gave to its file.
      site.deliver = (message, take) => {
        const { uploads, ...rest } = message as { uploads?: HeldUpload[] };
        const copied = uploads?.map((upload) => ({
          ...upload,
          file: new File([upload.file], upload.file.name, upload.file),
        }));
        take(copied ? { ...rest, uploads: copied } : rest);
      };
      const source = { size: 99, fingerprint: 'film', range: { start: 1, end: 3 } };
      const cut = Object.assign(makeFile(SIZE), { source });
      site.service.faults.push(undefined, undefined, 'silence');
      const page = site.page();
      site.service.onSilence = () => page.environment.standStill();
      page.send(cut);
      await until(() => site.service.seen.length >= 3 && site.held.length === 1);
      if (!isDone) site.service.faults.push('silence');
      page.leave();
      await until(() => (isDone ? unseen(site).length === 1 : site.service.seen.length >= 4));
      if (isDone) assert.equal(unseen(site)[0]?.film, undefined);
      const { uploads, videos } = await site.page().continue();
      assert.deepEqual([uploads.length, videos], isDone ? [0, ['vi1']] : [1, []]);
      if (uploads[0]) assert.equal((await waitForEnd(uploads[0])).status, 'playable');
      assertWhole(site.service);
    }
  });

  it('is left to the next page where the worker has ended, too', async () => {
    const { site, page } = await stuckPage();
    site.killWorker();
    page.leave();
    await settled(30);
    const next = site.page();
    assert.deepEqual(await next.continue(), { uploads: [], videos: [] });
    const again = next.send();
    assert.equal((await waitForEnd(again)).status, 'playable');
    assertWhole(site.service);
  });

  it('is held again by a worker that was ended while the page sends', async () => {
    const { site, page, upload } = await stuckPage();
    site.killWorker();
    // Whatever changes next, as the beat does from time to time.
    upload.pause();
    await until(() => site.isAwake);
    page.leave();
    const next = site.page();
    await next.unfinished.takeFromWorker();
    assert.equal(next.handed.size, 1);
  });

  it('is not sent by a worker that knows another version, nor by one that gets no clear word', async () => {
    const { site } = await stuckPage();
    const answers: unknown[] = [];
    const page = 'somebody';
    const upload = { key: 'k', scope: 'k', file: makeFile(SIZE), settings: {} };
    for (const message of [
      undefined,
      'hold',
      { vhUploads: 2, kind: 'hold', page, turn: 1, uploads: [], kept: [] },
      { vhUploads: 1, kind: 'hold', page, turn: 1, uploads: [upload, null, 7], kept: [4] },
      { vhUploads: 1, kind: 'hold', page, turn: NaN, uploads: [] },
      { vhUploads: 1, kind: 'claim', page: {}, scope: [] },
      { vhUploads: 1, kind: 'constructor' },
    ])
      void site.worker.take.take(message, (answer) => answers.push(answer));
    await settled(30);
    assert.equal(site.service.seen.length, 3);
    assert.equal(JSON.stringify(answers).match(/isUnknown/g)?.length, 4);
  });

  it('is left to the next page where the worker is of another version, which gets no file', async () => {
    const site = new WorkerSite();
    const kinds = new Set<unknown>();
    site.deliver = (message, take) => {
      kinds.add((message as { kind: unknown }).kind);
      take({ ...(message as object), vhUploads: 2 });
    };
    site.service.faults.push(undefined, undefined, 'silence');
    const page = site.page();
    site.service.onSilence = () => page.environment.standStill();
    page.send();
    await until(() => site.service.seen.length >= 3 && kinds.size > 0);
    page.leave();
    const next = site.page();
    assert.deepEqual(await next.continue(), { uploads: [], videos: [] });
    assert.equal((await next.unfinished.list()).length, 1);
    assert.equal((await waitForEnd(next.send())).status, 'playable');
    assertWhole(site.service);
    // It was asked whether it is there, and no more.
    assert.deepEqual([...kinds], ['attend']);
  });

  it('is one of several, each of which becomes one video', async () => {
    const site = new WorkerSite();
    const page = site.page();
    for (const [at, name] of ['one', 'two', 'three'].entries()) {
      site.service.faults.push(undefined, undefined, 'silence');
      page.send(makeOwnFile(name));
      await until(() => site.service.seen.length >= 3 * (at + 1));
    }
    page.environment.standStill();
    await settled(30);
    page.leave();
    await until(() => unseen(site).length === 3);
    assert.equal(site.service.videos.size, 3);
    assert.equal((await site.page().continue()).videos.length, 3);
  });
});
