import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { describe, it, mock } from 'node:test';
import { createMemoryState } from '../../../src/backend/index.ts';
import { GuardedState } from '../../../src/backend/state/guarded-state.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  readRequest,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { failingState, type StoreHealth } from './support/failing-state.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';

const KEY = { idempotencyKey: '0123456789abcdef' };

for (const health of ['down', 'hung'] as const satisfies StoreHealth[]) {
  describe(`a state whose store is ${health}`, () => {
    const begin = () => {
      const service = withNewVideos(new FakeService());
      const { store, state } = failingState();
      const errors: string[] = [];
      const onError = (error: unknown) => errors.push(String(error));
      return { service, store, errors, backend: backendFor(service, { state, onError }) };
    };

    it('refuses grants within 3 s with 503, asks the service for nothing, and recovers within 5 s', async () => {
      const { service, store, errors, backend } = begin();
      await backend(grantRequest());
      const before = service.seen.length;
      store.health = health;
      const began = performance.now();
      const answer = await backend(grantRequest());
      assert.ok(performance.now() - began < 3_000);
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
      assert.match(String((await bodyOf(answer))['type']), /service-unavailable$/);
      assert.equal(service.seen.length, before);
      assert.match(errors.join(), /The shared state failed/);
      assert.doesNotMatch(errors.join(), /a-password/);
      store.health = 'up';
      const back = performance.now();
      await eventually(async () => (await backend(grantRequest())).status === 201 || undefined);
      assert.ok(performance.now() - back < 5_000);
    });

    it('is asked once for many visitors', async () => {
      const { store, backend } = begin();
      store.health = health;
      await backend(grantRequest());
      const asked = store.asked;
      const answers = await Promise.all(Array.from({ length: 50 }, () => backend(grantRequest())));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
      assert.equal(store.asked, asked);
    });

    it('answers playbacks', async () => {
      const { store, backend } = begin();
      store.health = health;
      const began = performance.now();
      assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
      assert.equal((await backend(readRequest('/videos/vi1/status'))).status, 200);
      assert.ok(performance.now() - began < 3_000);
    });

    it('costs no second video where it goes away between the video and its note', async () => {
      const { service, store, backend } = begin();
      service.on('POST /videos', () => {
        store.health = health;
        return Response.json({ videoId: 'vi1' }, { status: 201 });
      });
      assert.equal((await backend(grantRequest(KEY))).status, 503);
      store.health = 'up';
      const again = await eventually(async () => {
        const answer = await backend(grantRequest(KEY));
        return answer.status === 201 ? bodyOf(answer) : undefined;
      });
      assert.equal(again['videoId'], 'vi1');
      assert.equal(service.count('POST /videos'), 1);
    });
  });
}

describe('a state that answers while the process stands still', () => {
  it('is not taken for one that is away', async () => {
    let isAnswered = false;
    const state = new GuardedState({
      // The answer comes from outside of this thread, as from a connection.
      get: () =>
        stat(inRepository('package.json')).then(() => {
          isAnswered = true;
          return 'kept';
        }),
      swap: () => Promise.resolve(true),
      take: () => Promise.resolve(0),
    });
    const asked = state.get('key');
    // It asks, and its time begins.
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(isAnswered, false);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    assert.equal(await asked, 'kept');
  });
});

describe('the log of a state that is away', () => {
  it('has one line a minute, without the words of the client', async () => {
    const lines: string[] = [];
    const write = mock.method(console, 'error', (line: string) => lines.push(line));
    const warn = mock.method(console, 'warn', (line: string) => lines.push(line));
    try {
      const { store, state } = failingState();
      const backend = backendFor(new FakeService(), { state });
      store.health = 'down';
      for (let count = 0; count < 20; count++) await backend(grantRequest());
    } finally {
      write.mock.restore();
      warn.mock.restore();
    }
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /The shared state failed: Error \(ECONNREFUSED\)/);
  });
});

describe('backend.ready', () => {
  it('resolves where nothing is shared, and where the state answers', async () => {
    assert.equal(await backendFor(new FakeService()).ready(), undefined);
    assert.equal(await backendFor(new FakeService(), { state: createMemoryState() }).ready(), undefined);
  });

  it('says in one line, without a password, which fault there is', async () => {
    const { store, state } = failingState();
    store.health = 'down';
    await assert.rejects(backendFor(new FakeService(), { state }).ready(), {
      code: 'invalid-use',
      message: 'The shared state cannot be used: connect ECONNREFUSED redis://10.0.0.7.',
    });
  });
});
