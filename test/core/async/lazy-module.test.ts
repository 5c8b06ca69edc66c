import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LazyModule } from '../../../src/core/async/lazy-module.ts';
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

  it('reports a failed load as a network error, once for all who wait for it', async () => {
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
      ['network'],
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
