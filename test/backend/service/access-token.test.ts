import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SiteSecret } from '../../../src/backend/crypto/site-secret.ts';
import { AccessToken, type PostAuth } from '../../../src/backend/service/access-token.ts';
import { createMemoryState } from '../../../src/backend/state/memory-state.ts';
import { shareToken } from '../../../src/backend/shared-state.ts';
import type { ApiKey } from '../../../src/backend/service/settings.ts';
import { isVhError, type VhErrorCode } from '../../../src/core/errors/vh-error.ts';
import { backendFor, readRequest } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const EXCHANGE = 'POST /auth/api-key';
const REFRESH = 'POST /auth/refresh';
const status = (videoId = 'vi1') => readRequest(`/videos/${videoId}/status`);
/** Reads that are all asked of the service: the backend keeps the answer to the same one for a second. */
const reads = Array.from({ length: 12 }, (_, index) => `other${index}`);
const withCode = (code: VhErrorCode) => (error: unknown) => isVhError(error, code);
const HOUR = 3_600_000;

/** An AccessToken over a fake service, with a clock that only the test moves. */
function tokenOf(service: FakeService, clock: { now: number }, apiKey: ApiKey = service.apiKey) {
  const post = (path: string, body: unknown) =>
    service.fetch(service.baseUrl + path, { method: 'POST', body: JSON.stringify(body) });
  return new AccessToken(apiKey, post, () => clock.now);
}

describe('the access token', () => {
  it('is exchanged once by a thousand cold requests', async () => {
    const service = new FakeService();
    const backend = backendFor(service);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => backend(status())));
    assert.ok(answers.every((response) => response.status === 200));
    assert.equal(service.count(EXCHANGE), 1);
  });

  it('is renewed once when the service refuses it', async () => {
    const service = new FakeService();
    const backend = backendFor(service);
    await backend(status());
    service.valid.clear();
    const answers = await Promise.all(reads.map((videoId) => backend(status(videoId))));
    // The service knows none of these videos, and no 401 is left.
    assert.deepEqual(new Set(answers.map((response) => response.status)), new Set([404]));
    assert.equal(service.count(REFRESH), 1);
    assert.equal(service.count(EXCHANGE), 1);
  });

  it('does not storm a service that refuses every token', async () => {
    const service = new FakeService();
    service.on('GET /videos/vi1/status', () => new Response('{}', { status: 401 }));
    const backend = backendFor(service);
    assert.equal((await backend(status())).status, 502);
    assert.equal(service.count('GET /videos/vi1/status'), 2);
    for (let times = 0; times < 50; times++) await backend(status());
    // Once for the first, once more at once, and then ever more seldom.
    assert.ok(service.count(REFRESH) <= 8, String(service.count(REFRESH)));
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
    assert.equal(service.count(REFRESH), 1);
  });

  for (const skew of [-HOUR, HOUR]) {
    it(`does not mind a service whose clock is ${String(skew / HOUR)} h away`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) + skew });
      const service = new FakeService();
      const clock = { now: 0 };
      const token = tokenOf(service, clock);
      const first = await token.get();
      t.mock.timers.setTime(Date.UTC(2026, 0, 1) - skew);
      clock.now = HOUR / 2;
      assert.equal(await token.get(), first);
      assert.equal(service.count(EXCHANGE), 1);
      assert.equal(service.count(REFRESH), 0);
    });
  }

  it('exchanges the key again when the refresh token is refused', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    await token.get();
    service.on(REFRESH, () => new Response('{}', { status: 401 }));
    clock.now = 4_000_000;
    assert.equal(await token.get(), 'access-2');
  });

  it('exchanges the key again when the answer to the refresh token is malformed', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    await token.get();
    service.on(REFRESH, () => new Response('<html>'));
    clock.now = 4_000_000;
    assert.equal(await token.get(), 'access-2');
  });

  it('is used to its end when the service cannot renew it', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    const first = await token.get();
    service.on(REFRESH, () => new Response('', { status: 503 }));
    clock.now = 3_550_000;
    for (let times = 0; times < 100; times++) assert.equal(await token.get(), first);
    assert.equal(service.count(REFRESH), 2);
    clock.now = 3_601_000;
    await assert.rejects(token.get(), withCode('service-unavailable'));
  });

  for (const life of [-5, 0, 1, NaN, 1e15, '3600', null]) {
    it(`is kept for a sensible time when the service says that it lives ${String(life)} seconds`, async () => {
      const service = new FakeService();
      const clock = { now: 0 };
      const token = tokenOf(service, clock);
      service.on(EXCHANGE, () => Response.json({ access_token: 'one', expires_in: life }));
      await token.get();
      clock.now = 14_000;
      await token.get();
      assert.equal(service.count(EXCHANGE), 1);
      clock.now = 25 * HOUR;
      await token.get();
      assert.equal(service.count(EXCHANGE), 2);
    });
  }
});

describe('a service that gives no access token', () => {
  it('is asked twice by a thousand requests, and then left alone for a while', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    service.on(EXCHANGE, () => Promise.reject(new TypeError('fetch failed')));
    await Promise.allSettled(Array.from({ length: 500 }, () => token.get()));
    assert.equal(service.count(EXCHANGE), 1);
    for (let times = 0; times < 500; times++) await assert.rejects(token.get());
    assert.equal(service.count(EXCHANGE), 2);
    // An hour of a request a second.
    for (; clock.now < HOUR; clock.now += 1000) await assert.rejects(token.get());
    assert.ok(service.count(EXCHANGE) < 300, String(service.count(EXCHANGE)));
  });

  it('makes one exchange of a thousand parallel requests, and 502 of each', async () => {
    const service = new FakeService();
    service.on(EXCHANGE, () => Promise.reject(new TypeError('fetch failed')));
    const backend = backendFor(service);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => backend(status())));
    assert.ok(answers.every((response) => response.status === 502));
    assert.equal(service.count(EXCHANGE), 1);
  });

  it('is asked again at once after a first failure', async () => {
    const service = new FakeService();
    const token = tokenOf(service, { now: 0 });
    let down = true;
    service.on(EXCHANGE, () =>
      down ? new Response('busy', { status: 503 }) : Response.json({ access_token: 'fine' }),
    );
    await assert.rejects(token.get(), withCode('service-unavailable'));
    down = false;
    assert.equal(await token.get(), 'fine');
  });

  it('gets no request during its retry delay, and visitors get that delay', async () => {
    const service = new FakeService();
    const clock = { now: 0 };
    const token = tokenOf(service, clock);
    service.on(EXCHANGE, () => new Response('', { status: 429, headers: { 'retry-after': '20' } }));
    await assert.rejects(token.get(), withCode('rate-limited'));
    clock.now = 19_000;
    await assert.rejects(token.get(), (error) => isVhError(error) && error.retryAfter === 1000);
    assert.equal(service.count(EXCHANGE), 1);
    clock.now = 20_000;
    await assert.rejects(token.get(), withCode('rate-limited'));
    assert.equal(service.count(EXCHANGE), 2);
  });

  const lies: [string, () => Response][] = [
    ['HTML', () => new Response('<html>')],
    ['a list', () => Response.json([])],
    ['no token', () => Response.json({ expires_in: 3600 })],
    ['a token that is no string', () => Response.json({ access_token: 7 })],
    ['an empty token', () => Response.json({ access_token: '' })],
    ['a token that breaks out of its header', () => Response.json({ access_token: 'a\r\nx-evil: 1' })],
    ['an endless answer', () => Response.json({ access_token: 'a', more: 'x'.repeat(100_000) })],
    ['a length that is too long', () => new Response('{}', { headers: { 'content-length': '9999999999' } })],
    ['nothing', () => new Response(null, { status: 204 })],
  ];
  for (const [what, reply] of lies) {
    it(`is not believed when it answers ${what}`, async () => {
      const service = new FakeService();
      service.on(EXCHANGE, reply);
      await assert.rejects(tokenOf(service, { now: 0 }).get(), withCode('unexpected-answer'));
      assert.equal((await backendFor(service)(status())).status, 502);
    });
  }

  it('is not followed to where it redirects the key', async () => {
    const service = new FakeService();
    service.on(
      EXCHANGE,
      () => new Response(null, { status: 307, headers: { location: 'https://evil.test/' } }),
    );
    assert.equal((await backendFor(service)(status())).status, 502);
    assert.ok(service.seen.every(({ url }) => url.startsWith(`${service.baseUrl}/`)));
  });
});

describe('the API key', () => {
  it('is hidden when the service refuses it', async () => {
    const service = new FakeService();
    service.on(EXCHANGE, () => new Response('{}', { status: 401 }));
    await assert.rejects(tokenOf(service, { now: 0 }).get(), (error) => {
      return isVhError(error, 'request-refused') && !error.message.includes(service.apiKey);
    });
    assert.equal(service.count(EXCHANGE), 1);
  });

  it('is asked for once more when it is refused, since it may have been changed', async () => {
    const service = new FakeService();
    const keys = ['the old key', `${service.apiKey}\n`];
    const token = tokenOf(service, { now: 0 }, () => Promise.resolve(keys.shift() ?? 'no key'));
    assert.equal(await token.get(), 'access-1');
    assert.equal(service.count(EXCHANGE), 2);
  });

  it('is not tried twice when it is still the same', async () => {
    const service = new FakeService();
    let asked = 0;
    const token = tokenOf(service, { now: 0 }, () => `the old key ${String(Math.floor(asked++ / 2))}`);
    await assert.rejects(token.get(), withCode('request-refused'));
    assert.equal(service.count(EXCHANGE), 1);
    assert.equal(asked, 2);
  });

  for (const [what, key] of [
    ['is empty', () => ' '],
    ['cannot be read', () => Promise.reject(new Error('vault sealed: canary-vault'))],
  ] as const) {
    it(`that ${what} is the site's fault, and said to the site alone`, async () => {
      const service = new FakeService();
      const errors: unknown[] = [];
      const backend = backendFor(service, { apiKey: key, onError: (error) => errors.push(error) });
      const response = await backend(status());
      assert.equal(response.status, 500);
      assert.ok(!(await response.text()).includes('canary'));
      assert.equal(errors.length, 1);
      assert.equal(service.seen.length, 0);
    });
  }
});

/** A site's servers by one store; each has its own wall clock, and all have the time that passes. */
class ServersOfASite {
  readonly service = new FakeService();
  readonly clock = { now: 0 };
  readonly #ends = new Map<string, number>();
  readonly #state = createMemoryState({ now: () => this.clock.now });
  readonly #secret = new SiteSecret(() => Promise.resolve('a secret that the servers of the site have'));
  readonly #setWallClock: (ms: number) => void;

  constructor(setWallClock: (ms: number) => void) {
    this.#setWallClock = setWallClock;
  }

  /** A server whose wall clock is so many milliseconds ahead; each answer is a token, and whether it has ended. */
  server(aheadMs: number) {
    const share = shareToken(this.#state, this.#secret, this.service.baseUrl);
    const post: PostAuth = async (path, body) => {
      const { baseUrl } = this.service;
      const answer = await this.service.fetch(baseUrl + path, { method: 'POST', body: JSON.stringify(body) });
      const { access_token } = (await answer.clone().json()) as { access_token: string };
      this.#ends.set(access_token, this.clock.now + HOUR);
      return answer;
    };
    const token = new AccessToken(this.service.apiKey, post, () => this.clock.now, share);
    return {
      ask: async () => {
        this.#setWallClock(this.clock.now + aheadMs);
        const access = await token.get();
        return { access, hasEnded: this.clock.now >= (this.#ends.get(access) ?? 0) };
      },
      reject: (access: string) => token.reject(access),
    };
  }

  get renewals(): number {
    return this.service.count(EXCHANGE) + this.service.count(REFRESH);
  }
}

describe('the access token that the servers of a site share', () => {
  const DAY = 24 * HOUR;
  const MINUTE = 60_000;
  for (const aheadMs of [-DAY, -2 * HOUR, 2 * HOUR, DAY]) {
    it(`ends for each of them when it ends, also where a wall clock is ${String(aheadMs / HOUR)} h away`, async (test) => {
      test.mock.timers.enable({ apis: ['Date'], now: 0 });
      const site = new ServersOfASite((ms) => test.mock.timers.setTime(DAY * 3 + ms));
      const servers = [site.server(0), site.server(aheadMs), site.server(0)];
      // A day and a bit: the third server comes when the first token is old.
      for (let minute = 0; minute < 25 * 60; minute++) {
        const awake = minute < 50 ? servers.slice(0, 1) : servers;
        for (const server of awake) {
          const { access, hasEnded } = await server.ask();
          assert.ok(!hasEnded, `${access} is used at minute ${String(minute)}`);
        }
        site.clock.now += MINUTE;
      }
      // One each 59 minutes.
      assert.ok(site.renewals >= 25 && site.renewals <= 27, `${String(site.renewals)} renewals`);
    });
  }

  it('is renewed once when the service, whose clock was set forward, refuses it to all of them', async () => {
    const site = new ServersOfASite(() => undefined);
    const servers = [site.server(0), site.server(0), site.server(0)];
    for (const { ask } of servers) assert.equal((await ask()).access, 'access-1');
    for (let tries = 2; tries < 5; tries++) {
      site.clock.now += 10 * MINUTE;
      const tokens = await Promise.all(
        servers.map(async ({ ask, reject }) => {
          assert.ok(reject((await ask()).access));
          return (await ask()).access;
        }),
      );
      assert.deepEqual(tokens, Array<string>(3).fill(`access-${String(tries)}`));
      assert.equal(site.renewals, tries);
    }
  });
});
