import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { watchedLoader } from '../../src/playback/watched-loader.ts';

let current: LoaderCallbacks<LoaderContext> | undefined;

/** A loader whose answer the test plays. */
class Base {
  context = null;
  stats = { loading: { start: 0, first: 0, end: 0 }, loaded: 0, total: 0 };
  load(
    _context: LoaderContext,
    _config: LoaderConfiguration,
    callbacks: LoaderCallbacks<LoaderContext>,
  ): void {
    current = callbacks;
  }
  abort(): void {
    current?.onAbort?.(this.stats as never, {} as LoaderContext, null);
  }
  destroy(): void {}
}

function load(test: TestContext, Loader = watchedLoader(Base as never)) {
  test.mock.timers.enable({ apis: ['setInterval'] });
  let now = 1_000;
  test.mock.method(performance, 'now', () => now);
  const told: string[] = [];
  const loader = new Loader({} as HlsConfig);
  const tell = (what: string) => () => void told.push(what);
  loader.load({ url: 'https://m.example/1.m4s' } as LoaderContext, {} as LoaderConfiguration, {
    onSuccess: tell('success'),
    onError: tell('error'),
    onTimeout: tell('timeout'),
    onAbort: tell('abort'),
  });
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      now += 250;
      test.mock.timers.tick(250);
    }
  };
  return { loader, told, pass };
}

describe('a loader that is watched', () => {
  it('calls off an answer that stops in the middle, as one that came too late', (test) => {
    const { loader, told, pass } = load(test);
    Object.assign(loader.stats.loading, { first: 1_100 });
    loader.stats.loaded = 10;
    pass(2_250);
    assert.deepEqual(told, []);
    pass(750);
    assert.deepEqual(told, ['timeout']);
    pass(30_000);
    assert.deepEqual(told, ['timeout']);
  });

  it('waits for an answer that has not begun, and for one that goes on', (test) => {
    const { loader, told, pass } = load(test);
    pass(30_000);
    loader.stats.loading.first = 31_000;
    for (let piece = 0; piece < 20; piece++) {
      loader.stats.loaded += 1;
      pass(2_000);
    }
    assert.deepEqual(told, []);
    loader.abort();
    assert.deepEqual(told, ['abort']);
    pass(30_000);
    assert.deepEqual(told, ['abort']);
  });

  it('gives a line that is often silent more and more time, until something comes through', (test) => {
    const Loader = watchedLoader(Base as never);
    const silences: number[] = [];
    const silence = () => {
      const { loader, told, pass } = load(test, Loader);
      loader.stats.loading.first = 1;
      let waited = 0;
      for (; told.length === 0; waited += 250) pass(250);
      silences.push(Math.round(waited / 1_000));
      test.mock.reset();
    };
    for (let time = 0; time < 4; time++) silence();
    load(test, Loader);
    current?.onSuccess({} as never, {} as never, {} as never, null);
    test.mock.reset();
    silence();
    assert.deepEqual(silences, [3, 5, 5, 5, 3]);
  });
});
