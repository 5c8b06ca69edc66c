import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Upload } from '../../../src/upload/upload.ts';
import { assertFailed, waitForEnd } from '../../support/upload-run.ts';
import { makeFile } from '../../support/uploader-file.ts';
import { FakeService } from '../../support/uploader-service.ts';
import { FakeEnvironment } from '../../support/fake-environment.ts';

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
  return { upload, environment, asked: () => asked };
}

describe('a page backend that gives no grant', () => {
  it('is asked once and ten times more while it cannot be reached', async () => {
    const { upload, asked } = setUp(() => Promise.reject(new TypeError('unreachable')));
    upload.start();
    assertFailed(await waitForEnd(upload), 'network');
    assert.equal(asked(), 11);
  });

  it('is asked once and ten times more while it is down, and not sooner than it says', async () => {
    const { upload, environment, asked } = setUp(() =>
      Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '70' } })),
    );
    upload.start();
    assertFailed(await waitForEnd(upload), 'service-unavailable');
    assert.equal(asked(), 11);
    assert.ok(environment.time >= 10 * 70_000, String(environment.time));
  });

  it('is asked once where it refuses', async () => {
    const { upload, asked } = setUp(() => Promise.resolve(new Response(null, { status: 403 })));
    upload.start();
    assertFailed(await waitForEnd(upload), 'grant-refused');
    assert.equal(asked(), 1);
  });
});
