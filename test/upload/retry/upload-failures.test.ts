import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VhErrorCode } from '../../../src/core/errors/vh-error.ts';
import {
  assertFailed,
  assertWhole,
  waitForEnd,
  setUpUpload,
  setUpUploadInto,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import type { Fault } from '../../support/upload/uploader-service.ts';

describe('Upload, when something fails', () => {
  const mended: [string, (Fault | undefined)[]][] = [
    ['a reset connection', ['reset']],
    ['a reset in the middle', [undefined, 'reset', 'reset']],
    ['a lost answer to a middle part', [undefined, 'lost-answer']],
    ['a lost answer to the last part', [undefined, undefined, 'lost-answer']],
    ['a middle part that the browser sends twice', [undefined, 'sent-twice']],
    ['a last part that the browser sends twice', [undefined, undefined, 'sent-twice']],
    ['a silent connection', [undefined, 'silence']],
    ['408', [{ status: 408 }]],
    ['425', [{ status: 425 }]],
    ['409', [undefined, { status: 409 }]],
    ['429', [{ status: 429 }]],
    ['500', [{ status: 500 }]],
    ['503 after 503', [undefined, { status: 503 }, { status: 503 }]],
  ];
  /** Of these, a service without extensions never confirms that it has the whole file. */
  const losesWhole = ['a lost answer to the last part', 'a last part that the browser sends twice'];
  for (const [what, faults] of mended) {
    for (const hasExtensions of [false, true]) {
      it(`recovers from ${what}${hasExtensions ? ', asking the service' : ''}`, async () => {
        const { service, upload } = setUpUpload();
        service.hasExtensions = hasExtensions;
        service.faults.push(...faults);
        upload.start();
        const { status } = await waitForEnd(upload);
        // An upload that lost the last answer and cannot ask knows that the video is stored, and no more.
        assert.equal(status, !hasExtensions && losesWhole.includes(what) ? 'stored' : 'playable');
        assertWhole(service);
      });
    }
  }

  it('makes one video although the answer to the first part is lost, where the service knows Upload-Id', async () => {
    const { service, upload } = setUpUpload();
    service.hasExtensions = true;
    service.faults.push('lost-answer');
    upload.start();
    await waitForEnd(upload);
    assertWhole(service);
    assert.equal(service.seen[0]?.headers.get('upload-id'), service.seen[1]?.headers.get('upload-id'));
  });

  it('makes one video although the answer to the first part is lost, where the grant names it', async () => {
    const { service, upload } = setUpUploadInto('viG');
    service.faults.push('lost-answer');
    upload.start();
    await waitForEnd(upload);
    assertWhole(service);
  });

  it('waits as long as the answer says', async () => {
    const { service, environment, upload } = setUpUpload();
    service.faults.push({ status: 429, headers: { 'retry-after': '90' } });
    service.faults.push({ status: 503, headers: { 'x-ratelimit-retry-after': '45' } });
    upload.start();
    await waitForEnd(upload);
    assert.ok(environment.waits.includes(90_000) && environment.waits.includes(45_000));
  });

  it('says why it waits', async () => {
    const { service, upload, states } = setUpUpload();
    service.faults.push('reset', { status: 503 });
    upload.start();
    await waitForEnd(upload);
    assert.deepEqual(
      states.flatMap((state) => (state.status === 'waiting' ? [state.why] : [])),
      ['network', 'busy'],
    );
  });

  it('sends a part once through a line that swallows it at once and forwards it slowly', async () => {
    const size = 3 * 2 ** 20;
    const run = setUpUpload({}, {}, makeFile(size));
    const { service, environment, upload, states } = run;
    const send: typeof environment.sender.send = async (request) => {
      request.onProgress(size + 200);
      await environment.sleep(30_000, request.signal);
      return environment.sender.send(request);
    };
    const grant = { ...run.grant, partSize: { min: 5 * 2 ** 20, max: 5 * 2 ** 20 } };
    const slow = new Upload(upload.chosenFile, {
      settings: () => ({ grant }),
      environment: Object.assign(Object.create(environment) as typeof environment, {
        sender: { ...environment.sender, send },
      }),
    });
    slow.store.subscribe((state) => states.push(state));
    slow.start();
    assert.equal((await waitForEnd(slow)).status, 'playable');
    assertWhole(service, size);
    assert.equal(service.seen.length, 1);
    assert.ok(environment.time < 60_000);
    // No second is left by the speed of the line, and yet it takes half a minute.
    assert.ok(states.every(({ secondsLeft }) => secondsLeft !== 0));
  });

  it('notices a silent connection within seconds', async () => {
    const { service, environment, upload } = setUpUpload();
    service.faults.push('silence');
    upload.start();
    await waitForStatus(upload, 'waiting');
    assert.ok(environment.time <= 15_000, `${String(environment.time)} ms`);
  });

  const final: [string, Fault, VhErrorCode, number][] = [
    ['network', 'reset', 'network', 11],
    ['400', { status: 400 }, 'upload-refused', 1],
    ['409', { status: 409 }, 'upload-refused', 11],
    ['415', { status: 415 }, 'upload-refused', 1],
    ['an empty file', { status: 400, slug: 'uploaded-file-empty' }, 'file-empty', 1],
    ['an extension', { status: 400, slug: 'uploaded-file-extension-invalid' }, 'upload-refused', 1],
    ['404', { status: 404 }, 'not-found', 1],
  ];
  for (const [what, fault, code, tries] of final) {
    it(`ends in ${code} after ${String(tries)} ${tries === 1 ? 'try' : 'tries'} (${what})`, async () => {
      const { service, upload, states } = setUpUpload();
      service.faults.push(...Array.from({ length: 20 }, () => fault));
      upload.start();
      assertFailed(await waitForEnd(upload), code);
      assert.equal(service.seen.length, tries);
      assert.equal(states.filter(({ status }) => status === 'failed').length, 1);
    });
  }

  it('resumes from the stored bytes when it is retried after a failure', async () => {
    const { service, upload } = setUpUpload();
    service.faults.push(undefined, { status: 400 });
    upload.start();
    await waitForStatus(upload, 'failed');
    upload.retry();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.equal(service.seen.length, 4);
  });

  it('asks again before it gives up a part that may have arrived and is too large now', async () => {
    const { service, upload } = setUpUpload({ videoId: 'viG' }, {}, makeFile(3));
    service.faults.push('lost-answer', { status: 413 });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assertWhole(service, 3);
  });

  it('ends in file-too-large when the smallest part is', async () => {
    const { service, upload } = setUpUpload();
    service.faults.push({ status: 413 });
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-too-large');
  });

  it('waits for the network without using up tries', async () => {
    const { service, environment, upload } = setUpUpload();
    service.faults.push(...Array.from({ length: 30 }, (): Fault => 'reset'));
    environment.offline = true;
    environment.reachable = true;
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
  });

  it('resumes when the platform reports that the network is back', async () => {
    const { service, environment, upload } = setUpUpload();
    service.faults.push('reset');
    environment.offline = true;
    environment.reachable = false;
    upload.start();
    const waiting = await waitForStatus(upload, 'waiting');
    assert.equal(waiting.status === 'waiting' && waiting.why, 'offline');
    environment.comeBack();
    await waitForEnd(upload);
    assertWhole(service);
  });

  describe('without a network, which the platform does not notice', () => {
    /** An upload whose line goes away behind its first part. */
    const tunnel = () => {
      const house = setUpUploadInto('viG', makeFile(40));
      const { service, environment, upload } = house;
      service.faults.push(undefined, ...Array.from({ length: 1_000 }, (): Fault => 'reset'));
      environment.reachable = false;
      upload.start();
      const end = () => {
        environment.reachable = true;
        service.faults.length = 0;
      };
      return { ...house, end };
    };

    it('waits through a long outage, says so, and resumes', async () => {
      const { service, environment, upload, end } = tunnel();
      const reported = new Set<string>();
      const unsubscribe = upload.store.subscribe((state) => {
        if (state.status === 'waiting') reported.add(state.why);
      });
      environment.onSleep = () => {
        if (environment.time > 20 * 60_000) end();
      };
      assert.equal((await waitForEnd(upload)).status, 'playable');
      unsubscribe();
      assertWhole(service, 40);
      assert.equal(service.videos.size, 1);
      assert.deepEqual([...reported], ['network']);
      assert.ok(Math.max(...environment.waits) <= 20_000, 'it asks often enough to notice');
    });

    for (const [what, ...before] of [
      ['of a new upload'],
      ['after a first part that was refused for a while', { status: 503 }],
    ] as [string, ...Fault[]][]) {
      it(`waits for the first stored byte ${what} as long`, async () => {
        const { service, environment, upload } = setUpUpload();
        service.faults.push(...before, ...Array.from({ length: 1_000 }, (): Fault => 'reset'));
        environment.reachable = false;
        upload.start();
        environment.onSleep = () => {
          if (environment.time < 20 * 60_000) return;
          environment.reachable = true;
          service.faults.length = 0;
        };
        assert.equal((await waitForEnd(upload)).status, 'playable');
        assertWhole(service);
      });
    }

    it('does not wait for a server that answers a probe and never stored a byte', async () => {
      const { service, environment, upload } = setUpUpload();
      service.faults.push(...Array.from({ length: 1_000 }, (): Fault => 'reset'));
      upload.start();
      assertFailed(await waitForEnd(upload), 'network');
      assert.ok(environment.time < 5 * 60_000);
    });
  });
});
