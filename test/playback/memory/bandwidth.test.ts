import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  expectedBandwidth,
  rememberBandwidth,
  rememberedBandwidth,
} from '../../../src/playback/memory/bandwidth.ts';

/** Replaces a global until the test ends. */
function replace(name: 'localStorage' | 'navigator', value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
  return () =>
    own ? Object.defineProperty(globalThis, name, own) : Reflect.deleteProperty(globalThis, name);
}

describe('the remembered bandwidth', () => {
  let kept: Map<string, string>;
  let writes: number;
  let restore: () => void;
  beforeEach(() => {
    kept = new Map();
    writes = 0;
    const setItem = (key: string, value: string) => {
      writes++;
      kept.set(key, value);
    };
    restore = replace('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem });
  });
  afterEach(() => restore());

  it('keeps two digits, and writes only what changes', () => {
    rememberBandwidth(5_432_100);
    rememberBandwidth(5_399_999);
    assert.equal(rememberedBandwidth(), 5_400_000);
    assert.equal(writes, 1);
  });

  it('writes nothing for a line that is nearly as fast as the kept one, however it swings', () => {
    for (const bits of [5e6, 5.2e6, 4.8e6, 5.4e6, 4.6e6]) rememberBandwidth(bits);
    assert.deepEqual([rememberedBandwidth(), writes], [5e6, 1]);
    rememberBandwidth(4e6);
    assert.deepEqual([rememberedBandwidth(), writes], [4e6, 2]);
  });

  it('keeps no measurement that is not a positive number', () => {
    for (const bits of [0, -1, NaN, Infinity]) rememberBandwidth(bits);
    assert.equal(writes, 0);
  });

  it('believes no stored value that is not a positive number', () => {
    for (const value of ['', '0', '-5', 'fast', 'Infinity', 'NaN']) {
      kept.set('vh-line', value);
      assert.equal(rememberedBandwidth(), undefined, value);
    }
  });

  it('is unknown, and throws nothing, where storage is denied', () => {
    const denied = replace('localStorage', {
      getItem: () => assert.fail('denied'),
      setItem: () => assert.fail('denied'),
    });
    rememberBandwidth(5e6);
    assert.equal(rememberedBandwidth(), undefined);
    denied();
  });

  it('counts on no more than the browser reports', () => {
    const reported = (connection?: object) => {
      const done = replace('navigator', { connection });
      const bits = expectedBandwidth();
      done();
      return bits;
    };
    assert.equal(reported({ downlink: 2, effectiveType: '3g' }), undefined);
    rememberBandwidth(5e6);
    assert.equal(reported(), 5e6);
    assert.equal(reported({ downlink: 2, effectiveType: '4g' }), 2e6);
    // Browsers report 10 Mbit/s for all that is faster.
    rememberBandwidth(50e6);
    assert.equal(reported({ downlink: 10, effectiveType: '4g' }), 50e6);
  });
});
