import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Grant, GrantReason } from '../../../src/core/wire/grant.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import type { GrantProvider } from '../../../src/upload/ports/grant-settings.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { assertFailed, assertWhole, waitForEnd, waitForState } from '../../support/upload/upload-run.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

/** Parts of one byte, of a granted video: six of them go at once. */
const SIZE = 40;
const HOUR = 60 * 60 * 1000;

/** An upload whose page asks a function of its own, and what that was asked. */
function setUp(answer: (reason: GrantReason, grant: Grant, asked: readonly GrantReason[]) => unknown) {
  const service = new FakeService();
  service.videos.set('mine', { parts: new Map(), total: 0, title: '' });
  const environment = new FakeEnvironment(service);
  const asked: GrantReason[] = [];
  const fine = (): Grant => ({
    protocol: 'parts',
    url: service.url,
    token: 'good',
    videoId: 'mine',
    partSize: { min: 1, max: 1 },
  });
  const grant = ((reason: GrantReason) => {
    asked.push(reason);
    return answer(reason, fine(), asked);
  }) as GrantProvider;
  const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), environment });
  return { service, environment, upload, asked };
}

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A request without an answer: no test waits two minutes. */
function never(): Promise<never> {
  for (const soon of deadlines.splice(0))
    queueMicrotask(() => soon.abort(new DOMException('late', 'TimeoutError')));
  return new Promise(() => {});
}

const deadlines: AbortController[] = [];

function assertSent(service: FakeService): void {
  assert.equal(service.videos.size, 1);
  assert.deepEqual([...service.bytes('mine')], [...makeBytes(SIZE)]);
}

describe('a grant of the page', () => {
  beforeEach(() => {
    deadlines.length = 0;
    mock.method(AbortSignal, 'timeout', () => {
      const soon = new AbortController();
      deadlines.push(soon);
      return soon.signal;
    });
  });

  afterEach(() => {
    mock.restoreAll();
  });

  it('is asked for once, however many parts are refused at once', async () => {
    let number = 0;
    const { service, upload, asked } = setUp((_reason, grant) => ({
      ...grant,
      token: `good-${String(++number)}`,
    }));
    service.tokens.add('good-1').add('good-2');
    let most = 0;
    upload.store.subscribe(() => {
      if (service.seen.length > 25) service.tokens.delete('good-1');
      most = Math.max(most, asked.filter((reason) => reason === 'refused').length);
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertSent(service);
    assert.deepEqual(asked, ['start', 'refused']);
  });

  it('is asked for again where the page could not reach its server', async () => {
    const { service, upload, asked } = setUp((_reason, grant, { length }) =>
      length === 1 ? Promise.reject(new TypeError('NetworkError when attempting to fetch resource.')) : grant,
    );
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertSent(service);
    assert.deepEqual(asked, ['start', 'start']);
  });

  it('is waited for while the browser is offline, whatever the page throws then', async () => {
    const { service, environment, upload } = setUp((_reason, grant) => {
      if (environment.offline) throw new RangeError('no answer');
      return grant;
    });
    environment.offline = true;
    environment.reachable = false;
    upload.start();
    await waitForState(upload, (state) => state.status === 'waiting' && state.why === 'offline');
    environment.comeBack();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertSent(service);
  });

  it('ends the upload in timeout when it never comes, and may be asked for again', async () => {
    const { service, upload } = setUp((_reason, grant, { length }) => (length === 1 ? never() : grant));
    upload.start();
    assertFailed(await waitForEnd(upload), 'timeout');
    upload.retry();
    assert.equal((await waitForState(upload, ({ status }) => status === 'playable')).status, 'playable');
    assertSent(service);
  });

  it('ends the upload in timeout when another never comes after a refusal', async () => {
    const { service, upload } = setUp((reason, grant) => (reason === 'refused' ? never() : grant));
    service.faults.push(undefined, { status: 401 });
    upload.start();
    assertFailed(await waitForEnd(upload), 'timeout');
  });

  it('aborts the signal of the function after its timeout', async () => {
    let signal: AbortSignal | undefined;
    const service = new FakeService();
    const grant: GrantProvider = (_reason, request) => {
      signal = request.signal;
      return never();
    };
    const upload = new Upload(makeFile(SIZE), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assertFailed(await waitForEnd(upload), 'timeout');
    assert.equal(signal?.aborted, true);
  });

  it('does not hold up the sending while another is asked for early', async () => {
    const { service, upload, asked } = setUp((reason, grant) =>
      reason === 'expiring' ? never() : { ...grant, expiresAt: at(30_000) },
    );
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertSent(service);
    assert.deepEqual(asked, ['start', 'expiring']);
  });

  for (const [clock, ms] of [
    ['an hour ahead', -HOUR],
    ['an hour behind', 2 * HOUR],
  ] as const) {
    it(`is renewed once for each time that it ends, although the clock is ${clock}`, async () => {
      let number = 0;
      const { service, upload, asked } = setUp((_reason, grant) => {
        const token = `good-${String(++number)}`;
        service.tokens.clear();
        service.tokens.add(token);
        return { ...grant, token, expiresAt: at(ms) };
      });
      let ends = 0;
      upload.store.subscribe(() => {
        if (ends < 2 && service.seen.length > 10 * (ends + 1)) {
          ends++;
          service.tokens.clear();
        }
      });
      upload.start();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertSent(service);
      assert.equal(asked.filter((reason) => reason === 'refused').length, 2);
      assert.ok(asked.filter((reason) => reason === 'expiring').length <= 3, asked.join());
    });
  }

  for (const [what, answer] of [
    ['nothing', undefined],
    ['a word', 'token'],
    ['a script', { url: 'javascript:alert(1)', token: 'good' }],
    ['a number for a token', { url: 'https://service.example/upload', token: 7 }],
    ['another wire', { protocol: 'ftp', url: 'https://service.example/upload' }],
    ['an unread answer', new Response('{}')],
  ] as const) {
    it(`ends in one typed error when it is ${what}`, async () => {
      const { upload, service } = setUp(() => answer);
      upload.start();
      const state = await waitForEnd(upload);
      assert.ok(state.status === 'failed' && isVhError(state.error));
      assert.equal(state.error.code, 'unexpected-answer');
      assert.equal(service.seen.length, 0);
    });
  }

  it('is not taken when a fresh one is for another video, or another wire', async () => {
    for (const change of [{ videoId: 'other' }, { protocol: 'put' }]) {
      const { service, upload } = setUp((reason, grant) =>
        reason === 'refused' ? { ...grant, ...change, token: 'good-2' } : grant,
      );
      service.faults.push(undefined, { status: 401 });
      service.tokens.add('good-2');
      upload.start();
      assertFailed(await waitForEnd(upload), 'unexpected-answer');
      assert.ok(service.seen.every(({ url }) => url.searchParams.get('token') !== 'good-2'));
    }
  });

  it('keeps the present grant when an early one is invalid', async () => {
    const { service, upload } = setUp((reason, grant) =>
      reason === 'expiring' ? { ...grant, videoId: 'other' } : { ...grant, expiresAt: at(30_000) },
    );
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertSent(service);
  });

  it('makes one video by one name when the answer that granted it was lost', async () => {
    const names: (string | undefined)[] = [];
    const service = new FakeService();
    const grant: GrantProvider = (_reason, { idempotencyKey }) => {
      names.push(idempotencyKey);
      if (names.length < 3) throw new TypeError('Failed to fetch');
      return { protocol: 'parts', url: service.url, token: 'good' };
    };
    const upload = new Upload(makeFile(SIZE), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, SIZE);
    assert.equal(new Set(names).size, 1);
  });
});
