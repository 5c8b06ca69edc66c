import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Upload } from '../../../src/upload/upload.ts';
import { assertFailed, assertWhole, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

/** An upload whose page backend gives `answer` to every request for a grant. */
function setUp(answer: () => Promise<Response>) {
  const service = new FakeService();
  const environment = new FakeEnvironment(service);
  let asked = 0;
  const fetch = (url: string, init?: RequestInit) => {
    if (!url.endsWith('/grants')) return environment.fetch(url, init);
    asked++;
    return answer();
  };
  const upload = new Upload(makeFile(10), {
    settings: () => ({ backend: 'https://site.example/vh' }),
    environment: Object.assign(Object.create(environment) as FakeEnvironment, { fetch }),
  });
  return { upload, service, environment, asked: () => asked };
}

describe('a page backend that gives no grant', () => {
  const unreachable = () => Promise.reject(new TypeError('unreachable'));

  it('is asked once and ten times more where only its answer cannot be read', async () => {
    const { upload, asked } = setUp(unreachable);
    upload.start();
    assertFailed(await waitForEnd(upload), 'network');
    assert.equal(asked(), 11);
  });

  it('is waited for half an hour where its server does not answer at all', async () => {
    const { upload, environment } = setUp(unreachable);
    environment.reachable = false;
    upload.start();
    assertFailed(await waitForEnd(upload), 'network');
    const minutes = environment.time / 60_000;
    assert.ok(minutes >= 30 && minutes < 32, `${String(minutes)} minutes`);
  });

  it('gives the upload its grant after ten minutes without a line', async () => {
    const { upload, service, environment } = setUp(() =>
      environment.reachable
        ? Promise.resolve(Response.json({ protocol: 'parts', url: service.url, token: 'good' }))
        : unreachable(),
    );
    environment.reachable = false;
    environment.onSleep = () => (environment.reachable ||= environment.time > 10 * 60_000);
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
  });

  it('is asked once and ten times more while it is down', async () => {
    const { upload, asked } = setUp(() => Promise.resolve(new Response(null, { status: 503 })));
    upload.start();
    assertFailed(await waitForEnd(upload), 'service-unavailable');
    assert.equal(asked(), 11);
  });

  for (const seconds of [2, 70]) {
    it(`is asked for half an hour where it says that it is back in ${String(seconds)} s, and not sooner`, async () => {
      const { upload, environment, asked } = setUp(() => {
        const headers = { 'retry-after': String(seconds) };
        return Promise.resolve(new Response(null, { status: 503, headers }));
      });
      upload.start();
      assertFailed(await waitForEnd(upload), 'service-unavailable');
      const minutes = environment.time / 60_000;
      assert.ok(minutes >= 30 && minutes < 33, `${String(minutes)} minutes`);
      assert.ok(asked() <= environment.time / 1000 / seconds + 1, String(asked()));
    });
  }

  it('gives the upload its grant after twenty minutes without its store', async () => {
    const { upload, service, environment, asked } = setUp(() => {
      if (environment.time < 20 * 60_000) {
        return Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '2' } }));
      }
      return Promise.resolve(Response.json({ protocol: 'parts', url: service.url, token: 'good' }));
    });
    const waits = new Set<string>();
    upload.store.subscribe((state) => state.status === 'waiting' && waits.add(state.why));
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.deepEqual([...waits], ['busy']);
    assert.ok(asked() > 60, String(asked()));
  });

  it('is asked once where it refuses', async () => {
    const { upload, asked } = setUp(() => Promise.resolve(new Response(null, { status: 403 })));
    upload.start();
    assertFailed(await waitForEnd(upload), 'grant-refused');
    assert.equal(asked(), 1);
  });
});
