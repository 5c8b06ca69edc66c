import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccessToken } from '../../src/backend/access-token.ts';
import { createBackend } from '../../src/backend/index.ts';
import { isVhError } from '../../src/core/vh-error.ts';
import { FakeService } from '../support/fake-service.ts';

const status = () => new Request('https://site.test/videos/vi1/status');
const backendFor = (service: FakeService) =>
  createBackend({ baseUrl: service.baseUrl, apiKey: () => service.apiKey, fetch: service.fetch });

/** An AccessToken over a fake service, with a clock that only the test moves. */
function tokenOf(service: FakeService, clock: { now: number }) {
  const post = (path: string, body: unknown) =>
    service.fetch(service.baseUrl + path, { method: 'POST', body: JSON.stringify(body) });
  return new AccessToken(service.apiKey, post, () => clock.now);
}

describe('the access token', () => {
  it('is exchanged once by a thousand cold requests', async () => {
    const service = new FakeService();
    const backend = backendFor(service);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => backend(status())));
    assert.ok(answers.every((response) => response.status === 200));
    assert.equal(service.count('POST /auth/api-key'), 1);
  });

  it('is renewed once when the service refuses it', async () => {
    const service = new FakeService();
    const backend = backendFor(service);
    await backend(status());
    service.valid.clear();
    const answers = await Promise.all(Array.from({ length: 100 }, () => backend(status())));
    assert.ok(answers.every((response) => response.status === 200));
    assert.equal(service.count('POST /auth/refresh'), 1);
    assert.equal(service.count('POST /auth/api-key'), 1);
  });

  it('does not storm a service that refuses every token', async () => {
    const service = new FakeService();
    service.on('GET /videos/vi1/status', () => new Response('{}', { status: 401 }));
    assert.equal((await backendFor(service)(status())).status, 502);
    assert.equal(service.count('GET /videos/vi1/status'), 2);
  });

  it('is renewed a minute before its end, whatever the wall clock says', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    const first = await token.get();
    clock.now = 3_539_000;
    assert.equal(await token.get(), first);
    clock.now = 3_541_000;
    assert.notEqual(await token.get(), first);
    assert.equal(service.count('POST /auth/refresh'), 1);
  });

  it('is exchanged anew when the refresh token is refused', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    await token.get();
    service.on('POST /auth/refresh', () => new Response('{}', { status: 401 }));
    clock.now = 4_000_000;
    assert.equal(await token.get(), 'access-2');
  });

  it('recovers after a failed exchange', async () => {
    const service = new FakeService();
    const token = tokenOf(service, { now: 0 });
    let down = true;
    service.on('POST /auth/api-key', (seen) => {
      if (down) return new Response('busy', { status: 503 });
      return Response.json({
        access_token: `for-${String((seen.body as { apiKey: string }).apiKey.length)}`,
      });
    });
    await assert.rejects(token.get(), (error) => isVhError(error, 'service-unavailable'));
    down = false;
    assert.equal(await token.get(), `for-${String(service.apiKey.length)}`);
  });

  it('says that the key is refused without saying the key', async () => {
    const service = new FakeService();
    service.on('POST /auth/api-key', () => new Response('{}', { status: 401 }));
    await assert.rejects(tokenOf(service, { now: 0 }).get(), (error) => {
      return isVhError(error, 'request-refused') && !error.message.includes(service.apiKey);
    });
  });
});
