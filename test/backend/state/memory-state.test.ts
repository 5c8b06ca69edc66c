import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryState, type BackendState } from '../../../src/backend/index.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';

const faultsOf = async (state: BackendState) =>
  (await checkState(() => state)).filter(({ fault }) => fault !== undefined).map(({ title }) => title);

describe('createMemoryState', () => {
  it('keeps the contract of a state', async () => {
    assert.deepEqual(await faultsOf(createMemoryState()), []);
  });

  it('drops the oldest values and the idlest buckets, and neither for the other', async () => {
    const state = createMemoryState({ entries: 2 });
    for (const key of ['a', 'b', 'c']) await state.swap(key, undefined, key, 60);
    for (const key of ['a', 'b', 'c']) await state.take(key, { burst: 1, intervalMs: 60_000 });
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(state.get)), [undefined, 'b', 'c']);
    assert.equal(await state.take('a', { burst: 1, intervalMs: 60_000 }), 0);
    assert.ok((await state.take('c', { burst: 1, intervalMs: 60_000 })) > 0);
  });
});

describe('checkState', { concurrency: true }, () => {
  const broken: Record<string, (whole: BackendState) => Partial<BackendState>> = {
    'stores what it should not': (whole) => ({
      swap: (key, _, next, seconds) => whole.get(key).then((found) => whole.swap(key, found, next, seconds)),
    }),
    'looks before it stores': (whole) => ({
      swap: async (key, expected, next, seconds) => {
        const found = await whole.get(key);
        if (found !== expected) return false;
        await Promise.resolve();
        await whole.swap(key, await whole.get(key), next, seconds);
        return true;
      },
    }),
    'never ends': (whole) => ({
      swap: (key, expected, next) => whole.swap(key, expected, next, 3_600),
    }),
    'takes an empty text for none': (whole) => ({
      get: async (key) => (await whole.get(key)) || undefined,
    }),
    'cuts long values': (whole) => ({
      get: async (key) => (await whole.get(key))?.slice(0, 255),
    }),
    'deletes anything': (whole) => ({
      swap: async (key, expected, next, seconds) =>
        whole.swap(key, next === undefined ? await whole.get(key) : expected, next, seconds),
    }),
    'never limits': () => ({ take: () => Promise.resolve(0) }),
    'counts refusals': (whole) => {
      const refused = new Map<string, number>();
      return {
        take: async (key, size) => {
          const wait = await whole.take(key, size);
          if (wait > 0) refused.set(key, (refused.get(key) ?? 0) + size.intervalMs);
          return wait + (refused.get(key) ?? 0);
        },
      };
    },
    'answers in seconds': (whole) => ({
      take: async (key, size) => (await whole.take(key, size)) / 1_000,
    }),
  };

  for (const [what, change] of Object.entries(broken)) {
    it(`finds a state that ${what}`, async () => {
      const whole = createMemoryState();
      assert.notDeepEqual(await faultsOf({ ...whole, ...change(whole) }), []);
    });
  }
});
