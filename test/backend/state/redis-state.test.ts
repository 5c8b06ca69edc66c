import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { redisState } from '../../../src/backend/redis.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  readRequest,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import {
  describeWithRedis,
  REDIS_PACKAGES,
  startRedis,
  type StoreClient,
} from '../../support/stores/redis-server.ts';
import { redisKeys } from '../../support/stores/redis-keys.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const urlOf = ({ port }: StoreProcess, who = '') => `redis://${who}127.0.0.1:${String(port)}`;

for (const [name, open] of Object.entries(REDIS_PACKAGES)) {
  describeWithRedis(`redisState with a client of ${name}`, () => {
    let store: StoreProcess;
    const clients: StoreClient[] = [];
    const connect = async (url = urlOf(store)) => {
      const made = await open(url);
      clients.push(made);
      return redisState(made.client);
    };
    before(async () => (store = await startRedis()));
    after(async () => {
      await Promise.all(clients.map((one) => one.end()));
      await store.end();
    });

    it('keeps the contract of a state', async () => {
      const faults = (await checkState(() => connect())).filter(({ fault }) => fault !== undefined);
      assert.deepEqual(faults, []);
    });

    it('is ready', async () => {
      assert.equal(await backendFor(new FakeService(), { state: await connect() }).ready(), undefined);
    });

    it('leaves no key without an end, and none that outlives the claims of its uploads', async () => {
      const service = withNewVideos(new FakeService());
      const backend = backendFor(service, { state: await connect(), onError: () => undefined });
      const { videoId, claim } = await bodyOf(
        await backend(grantRequest({ idempotencyKey: 'a-key-of-sixteen' })),
      );
      await backend(grantRequest());
      for (const action of ['refresh', 'discard'])
        assert.equal((await backend(grantRequest({ action, videoId, claim }))).status < 300, true);
      assert.equal((await backend(readRequest('/playback/videos/viNone'))).status, 404);
      const keys = await redisKeys(store);
      assert.ok(keys.length > 3, JSON.stringify(keys));
      const endless = keys.filter(({ endsInMs }) => endsInMs < 0 || endsInMs > WEEK_MS);
      assert.deepEqual(endless, []);
    });

    it('answers 503 within 3 s while Redis is stopped or hangs, answers playbacks, and recovers within 5 s', async () => {
      const state = await connect();
      const backend = backendFor(new FakeService(), { state, onError: () => undefined });
      assert.equal((await backend(grantRequest())).status, 201);
      for (const [leave, back] of [
        [() => store.stop(), () => store.start()],
        [() => Promise.resolve(store.hang()), () => Promise.resolve(store.resume())],
      ] as const) {
        await leave();
        for (let count = 0; count < 3; count++) {
          const began = performance.now();
          const answer = await backend(grantRequest());
          assert.ok(performance.now() - began < 3_000);
          assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
        }
        assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
        await back();
        const since = performance.now();
        await eventually(async () => (await backend(grantRequest())).status === 201 || undefined);
        assert.ok(performance.now() - since < 5_000, `${String(performance.now() - since)} ms`);
      }
    });

    it('says in one line that no server is at its address', async () => {
      const state = await connect('redis://127.0.0.1:1');
      await assert.rejects(backendFor(new FakeService(), { state }).ready(), {
        message: 'The shared state cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
      });
    });

    it('says in one line that it may not write, and that it must sign in', async () => {
      const words = '--user reader on >word ~* +@read +@connection --requirepass secret';
      const locked = await startRedis(...words.split(' '));
      try {
        const refusals = [];
        for (const who of ['reader:word@', '']) {
          const state = await connect(urlOf(locked, who));
          const backend = backendFor(new FakeService(), { state });
          refusals.push(await backend.ready().then(String, String));
        }
        assert.match(refusals[0] ?? '', /The shared state cannot be used: NOPERM [^\n]*\.$/);
        assert.match(refusals[1] ?? '', /The shared state cannot be used: NOAUTH [^\n]*\.$/);
      } finally {
        await locked.end();
      }
    });

    it('says in one line that Redis drops entries once it is full', async () => {
      const full = await startRedis(...'--maxmemory 64mb --maxmemory-policy volatile-lru'.split(' '));
      try {
        const state = await connect(urlOf(full, ''));
        await assert.rejects(backendFor(new FakeService(), { state }).ready(), {
          message: /cannot be used: Redis drops entries [^\n]* is volatile-lru, and must be noeviction\.$/,
        });
      } finally {
        await full.end();
      }
    });
  });
}

describe('redisState', () => {
  it('says in one line that Redis is too old', async () => {
    const call = (command: string) =>
      Promise.resolve(command === 'INFO' ? '# Server\r\nredis_version:4.0.9\r\n' : 1);
    await assert.rejects(backendFor(new FakeService(), { state: redisState({ call }) }).ready(), {
      message: 'The shared state cannot be used: Redis is 4.0.9, and must be 5 or newer.',
    });
  });

  it('refuses an object that is no client, and Workers KV with the reason', () => {
    const nothing = () => undefined;
    const kv = { get: nothing, put: nothing, list: nothing, delete: nothing, getWithMetadata: nothing };
    assert.throws(() => redisState(kv as never), { message: /no atomic write/ });
    assert.throws(() => redisState({} as never), { message: /a connected client of redis or of ioredis/ });
  });
});
