import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError, isVhError } from '../../../src/core/errors/vh-error.ts';
import { describeState, share } from '../../../src/elements/uploader/row/describe-state.ts';
import { uploaderZone } from '../../../src/locales/en/uploader-zone.ts';
import { uploader } from '../../../src/locales/en/uploader.ts';
import type { UploadState } from '../../../src/upload/ports/upload-state.ts';
import { RetryPolicy } from '../../../src/upload/retry/retry-policy.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { FakeService, type Fault } from '../../support/upload/uploader-service.ts';
import {
  assertFailed,
  assertWhole,
  setUpUpload,
  SIZE,
  setUpUploadInto,
  waitForEnd,
} from '../../support/upload/upload-run.ts';

const HOUR = 3_600_000;
const OUTAGE_MS = 2 * HOUR;
const MANY = 2_000;
const language = { words: { ...uploaderZone, ...uploader }, locale: 'en' };

/** What goes wrong with each request, and whether anything else of the server answers. */
const OUTAGES: Record<string, { fault: Fault; isOffline?: boolean; isReachable?: boolean; says: string }> = {
  'no network, as the browser says': { fault: 'reset', isOffline: true, says: uploader.offline },
  'no network, and the browser does not say so': { fault: 'reset', says: uploader.network },
  'a service that answers 503': { fault: { status: 503 }, isReachable: true, says: uploader.busy },
  'a service that answers 500': { fault: { status: 500 }, isReachable: true, says: uploader.busy },
  'a service that answers 429': { fault: { status: 429 }, isReachable: true, says: uploader.busy },
};

/** When it begins: so many parts of three are stored by then. */
const MOMENTS = { 'at the first byte': 0, 'in the middle': 1, 'at the last part': 2 };

describe('an upload whose outage lasts for hours', () => {
  for (const [what, { fault, isOffline = false, isReachable = false, says }] of Object.entries(OUTAGES)) {
    for (const [when, parts] of Object.entries(MOMENTS)) {
      it(`waits for its end, says what is stored, and completes once: ${what}, ${when}`, async () => {
        const { service, environment, upload } = setUpUploadInto('viG');
        const seen: UploadState[] = [];
        upload.store.subscribe((state) => seen.push(state));
        const { send } = environment.sender;
        environment.sender.send = (request) => {
          const [, part] = /^part (\d)/.exec(request.headers['Content-Range'] ?? '') ?? [];
          if (environment.time < OUTAGE_MS && Number(part) > parts) {
            service.faults.unshift(fault);
            Object.assign(environment, { offline: isOffline, reachable: isReachable });
          }
          return send(request);
        };
        environment.onSleep = () => {
          if (environment.time >= OUTAGE_MS) environment.comeBack();
        };
        upload.start();
        assert.notEqual((await waitForEnd(upload)).status, 'failed');
        assertWhole(service);
        const waits = seen.filter(
          ({ status, stored }) => status === 'waiting' && stored === Math.min(4 * parts, SIZE),
        );
        const sentences = new Set(waits.map((state) => describeState({ state }, language)));
        assert.ok(
          [...sentences].some((text) => text.startsWith(says)),
          [...sentences].join('; '),
        );
        for (const state of seen.filter(({ stored }) => stored < SIZE)) {
          assert.ok(share(state) < 1);
          assert.ok(!describeState({ state }, language).includes('100%'));
        }
        // A service that is down is not asked more often than once a minute, as a rule.
        assert.ok(service.seen.length < OUTAGE_MS / 30_000, `${String(service.seen.length)} requests`);
      });
    }
  }

  it('waits for a service that breaks every request, once it has stored something', async () => {
    const { service, environment, upload } = setUpUploadInto('viG');
    service.faults.push(undefined, ...Array.from({ length: MANY }, (): Fault => 'reset'));
    environment.onSleep = () => {
      if (environment.time > OUTAGE_MS) service.faults.length = 0;
    };
    upload.start();
    const end = await waitForEnd(upload);
    assert.notEqual(end.status, 'failed', JSON.stringify(end));
    assertWhole(service);
  });

  it('ends after a day of a service that answers nothing else', async () => {
    const { service, environment, upload } = setUpUpload();
    service.faults.push(...Array.from({ length: 5 * MANY }, (): Fault => ({ status: 500 })));
    upload.start();
    assertFailed(await waitForEnd(upload), 'service-unavailable');
    const hours = environment.time / HOUR;
    assert.ok(hours >= 24 && hours < 25, String(hours));
  });

  it('ends for one part that is refused while others are stored', async () => {
    const environment = new FakeEnvironment(new FakeService());
    const retries = new RetryPolicy(environment, () => {});
    const { signal } = new AbortController();
    const part = { failures: 0 };
    const error = new VhError('service-unavailable', '', { status: 500 });
    let tries = 0;
    const sending = async () => {
      for (let more = true; more; tries++) {
        retries.beginAttempt();
        const startedAt = environment.now();
        await environment.sleep(1_000);
        retries.onSuccess();
        retries.endAttempt();
        more = part.failures < MANY;
        await retries.waitBeforeRetry({ error, url: undefined, startedAt, part }, signal);
      }
    };
    await assert.rejects(sending(), (reason) => isVhError(reason, 'service-unavailable'));
    assert.equal(tries, 10);
  });
});
