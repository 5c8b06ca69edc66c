import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LazyModule } from '../../../src/core/async/lazy-module.ts';
import { settled } from '../../support/until.ts';
import type { VhError } from '../../../src/core/errors/vh-error.ts';

describe('LazyModule', () => {
  it('loads nothing until it is asked', async () => {
    let loads = 0;
    const lazy = new LazyModule(
      () => Promise.resolve(++loads),
      (module) => ({ module }),
    );
    assert.equal(lazy.part, undefined);
    assert.equal(loads, 0);
    const part = await lazy.load();
    assert.deepEqual(part, { module: 1 });
    assert.equal(lazy.part, part);
  });

  it('loads and creates once for all callers', async () => {
    let loads = 0;
    const lazy = new LazyModule(
      () => Promise.resolve(++loads),
      () => ({}),
    );
    const [one, other] = await Promise.all([lazy.load(), lazy.load()]);
    assert.equal(one, other);
    assert.equal(await lazy.load(), one);
    assert.equal(loads, 1);
  });

  it('reports a failed load, once for all who wait for it', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const errors: VhError[] = [];
    const lazy = new LazyModule(
      () => Promise.reject(cause),
      () => ({}),
      (error) => errors.push(error),
    );
    assert.deepEqual(await Promise.all([lazy.load(), lazy.load()]), [undefined, undefined]);
    assert.equal(lazy.part, undefined);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['code-unavailable'],
    );
    assert.equal(errors[0]?.cause, cause);
  });

  it('tries again after a failed load', async () => {
    let loads = 0;
    const lazy = new LazyModule(
      () => (++loads === 1 ? Promise.reject(new TypeError('offline')) : Promise.resolve('code')),
      (module) => ({ module }),
    );
    assert.equal(await lazy.load(), undefined);
    assert.deepEqual(await lazy.load(), { module: 'code' });
    assert.equal(loads, 2);
  });

  it('reports the first failure only, and lets time pass between tries at each update', async (context) => {
    let now = 5_000;
    context.mock.method(performance, 'now', () => now);
    let [loads, failures] = [0, 0];
    const lazy = new LazyModule(
      () => (++loads < 4 ? Promise.reject(new TypeError('offline')) : Promise.resolve('code')),
      (module) => ({ module }),
      () => failures++,
    );
    const updates = async () => {
      for (let update = 0; update < 5; update++) {
        void lazy.need();
        await settled();
      }
      return loads;
    };
    assert.equal(await updates(), 1);
    now += 1_000;
    assert.equal(await updates(), 2);
    now += 1_000;
    assert.equal(await updates(), 2, 'twice as long');
    now += 1_000;
    assert.equal(await updates(), 3);
    assert.deepEqual(await lazy.load(), { module: 'code' }, 'a press waits for nothing');
    assert.equal(failures, 1);
  });

  it('tries until it succeeds for a caller that asks once, or until that one leaves', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let loads = 0;
    const lazy = new LazyModule(
      () => (++loads < 4 ? Promise.reject(new TypeError('offline')) : Promise.resolve('code')),
      (module) => ({ module }),
    );
    const left = new AbortController();
    const leaves = lazy.loadUntil(left.signal);
    await settled();
    assert.equal(loads, 1);
    left.abort();
    assert.equal(await leaves, undefined);
    assert.equal(loads, 1);
    const stays = lazy.loadUntil(new AbortController().signal);
    await settled();
    assert.equal(loads, 2, 'at once');
    for (const [pass, expected] of [
      [1_999, 2],
      [1, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      context.mock.timers.tick(pass);
      await settled();
      assert.equal(loads, expected);
    }
    assert.deepEqual(await stays, { module: 'code' });
  });

  it('leaves a fault of its own part to the caller', async () => {
    const fault = new RangeError('wrong');
    let failures = 0;
    const lazy = new LazyModule(
      () => Promise.resolve(),
      () => {
        throw fault;
      },
      () => failures++,
    );
    await assert.rejects(lazy.load(), fault);
    assert.equal(failures, 0);
  });
});
