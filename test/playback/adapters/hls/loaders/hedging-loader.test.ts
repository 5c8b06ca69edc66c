import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { hedgingLoader, Silence } from '../../../../../src/playback/adapters/hls/loaders/hedging-loader.ts';

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

interface Options {
  url?: string;
  isUrgent?: boolean;
  context?: Record<string, unknown>;
  /** What the hedged requests get, in their order; a rejection once it is aborted after the last one. */
  hedged?: (Response | undefined)[];
  Loader?: ReturnType<typeof hedgingLoader>;
}

function load(
  test: TestContext,
  { url = 'https://m.example/1.m4s', isUrgent = false, context, hedged = [], ...given }: Options = {},
) {
  const Loader = given.Loader ?? hedgingLoader(Base as never, () => isUrgent);
  test.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let now = 1_000;
  test.mock.method(performance, 'now', () => now);
  const sent: RequestInit[] = [];
  test.mock.method(globalThis, 'fetch', (_url: string, init: RequestInit) => {
    sent.push(init);
    const answer = hedged[sent.length - 1];
    if (answer) return Promise.resolve(answer);
    return new Promise<Response>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
  const reported: string[] = [];
  const got: unknown[] = [];
  const loader = new Loader({} as HlsConfig);
  const report = (what: string) => () => void reported.push(what);
  loader.load({ url, ...context } as LoaderContext, {} as LoaderConfiguration, {
    onSuccess: ({ data }) => {
      reported.push('success');
      got.push(data);
    },
    onError: report('error'),
    onTimeout: report('timeout'),
    onAbort: report('abort'),
  });
  /** The page is blocked for so long, and receives no events. */
  const standStill = async (ms: number) => {
    now += ms;
    await pass(250);
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      now += 250;
      test.mock.timers.tick(250);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  };
  return { loader, reported, got, sent, pass, standStill };
}

describe('a loader that is watched', () => {
  it('aborts a stalled answer, as one that timed out', async (test) => {
    const { loader, reported, sent, pass } = load(test);
    Object.assign(loader.stats.loading, { first: 1_100 });
    loader.stats.loaded = 10;
    await pass(5_000);
    assert.deepEqual(reported, []);
    await pass(500);
    assert.deepEqual(reported, ['timeout']);
    await pass(30_000);
    assert.deepEqual(reported, ['timeout']);
    assert.equal(sent.length, 0);
  });

  it('calls nothing off because the page stood still', async (test) => {
    const { loader, reported, sent, pass, standStill } = load(test, { isUrgent: true });
    loader.stats.loading.first = 1_100;
    for (let piece = 0; piece < 5; piece++) {
      await standStill(60_000);
      loader.stats.loaded += 1;
      await pass(250);
    }
    assert.deepEqual([reported, sent.length], [[], 0]);
    await pass(20_000);
    assert.deepEqual(reported, ['timeout']);
  });

  it('waits for an answer that has not begun, and for one that is still arriving', async (test) => {
    const { loader, reported, sent, pass } = load(test);
    await pass(30_000);
    loader.stats.loading.first = 31_000;
    for (let piece = 0; piece < 20; piece++) {
      loader.stats.loaded += 1;
      await pass(4_000);
    }
    assert.deepEqual(reported, []);
    loader.abort();
    assert.deepEqual(reported, ['abort']);
    await pass(30_000);
    assert.deepEqual(reported, ['abort']);
    assert.equal(sent.length, 0);
  });

  it('sends a silent request again when playback waits, and takes the first answer', async (test) => {
    const { loader, reported, got, sent, pass } = load(test, {
      isUrgent: true,
      hedged: [undefined, undefined, new Response(new Uint8Array([1, 2, 3]))],
    });
    await pass(1_500);
    assert.equal(sent.length, 0);
    await pass(500);
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.cache, 'no-store', 'the browser’s cache would keep it waiting for the first one');
    // A hedged request may be lost as well.
    await pass(4_000);
    assert.equal(sent.length, 3);
    assert.ok(sent.slice(0, 2).every(({ signal }) => signal?.aborted));
    assert.deepEqual(reported, ['success']);
    assert.deepEqual(new Uint8Array(got[0] as ArrayBuffer), new Uint8Array([1, 2, 3]));
    assert.equal(loader.stats.loaded, 3);
    assert.ok(loader.stats.loading.start > 4_000, 'its own time counts for the line');
    current?.onSuccess({} as never, {} as never, {} as never, null);
    await pass(30_000);
    assert.deepEqual(reported, ['success']);
  });

  it('gives a hedged request up once the first request is answered', async (test) => {
    const { reported, sent, pass } = load(test, { isUrgent: true });
    await pass(2_000);
    current?.onError({ code: 500, text: '' }, {} as never, null, {} as never);
    assert.deepEqual(reported, ['error']);
    assert.equal(sent[0]?.signal?.aborted, true);
    await pass(30_000);
    assert.equal(sent.length, 1);
  });

  it('sends again what it asked for: a text, or a part of a file', async (test) => {
    const text = load(test, {
      ...{ isUrgent: true, context: { responseType: 'text' } },
      hedged: [new Response('#EXTM3U')],
    });
    await text.pass(2_000);
    assert.deepEqual(text.got, ['#EXTM3U']);
    test.mock.reset();
    const part = load(test, {
      ...{ isUrgent: true, context: { rangeStart: 5, rangeEnd: 8 } },
      hedged: [new Response('all'), new Response('abc', { status: 206 })],
    });
    await part.pass(2_000);
    assert.deepEqual(part.reported, [], 'not the whole file');
    assert.equal(new Headers(part.sent[0]?.headers).get('range'), 'bytes=5-7');
    await part.pass(2_000);
    assert.deepEqual(part.reported, ['success']);
  });

  it('takes an empty answer for a failure, three times in a row; then it is the engine’s to skip', (test) => {
    const Loader = hedgingLoader(Base as never, () => false);
    const reported = (data: unknown, context?: Options['context']) => {
      const loaded = load(test, { Loader, ...(context && { context }) });
      current?.onSuccess({ url: '', data } as never, {} as never, {} as never, null);
      test.mock.reset();
      return loaded.reported[0];
    };
    const [some, none] = [new ArrayBuffer(1), new ArrayBuffer(0)];
    assert.deepEqual(
      [none, '\n', some].map((data) => reported(data)),
      ['error', 'error', 'success'],
    );
    const all = Array.from({ length: 5 }, () => reported(none));
    assert.deepEqual(all, ['error', 'error', 'error', 'success', 'success']);
    assert.equal(reported(some), 'success');
    assert.equal(reported('', { type: 'manifest' }), 'success', 'it is not ready yet');
    assert.equal(reported(none), 'error');
    const init = { frag: { sn: 'initSegment' } };
    const inits = Array.from({ length: 5 }, () => reported(none, init));
    assert.ok(
      inits.every((what) => what === 'error'),
      'nothing plays after an empty one',
    );
  });

  it('sends nothing again when nothing waits, or when the server may block the answer', async (test) => {
    const held = load(test, { isUrgent: true, url: 'https://m.example/live.m3u8?_HLS_msn=5' });
    await held.pass(30_000);
    assert.equal(held.sent.length, 0);
    test.mock.reset();
    const early = load(test);
    await early.pass(30_000);
    assert.equal(early.sent.length, 0);
  });
});

const progress = (loaded: number, { first = 0, end = 0, retry = 0 } = {}) => ({
  loaded,
  retry,
  loading: { first, end },
});

describe('Silence', () => {
  it('lasts from the last byte that came', () => {
    const silence = new Silence(1_000);
    assert.equal(silence.look(progress(0), 1_250), 0);
    assert.equal(silence.look(progress(0), 1_500), 250);
    assert.equal(silence.look(progress(8), 1_750), 0);
    assert.equal(silence.look(progress(8), 2_500), 750);
  });

  it('ends with a retry and with the first byte', () => {
    const silence = new Silence(0);
    silence.look(progress(0), 250);
    assert.equal(silence.look(progress(0, { retry: 1 }), 1_000), 0);
    assert.equal(silence.look(progress(0, { retry: 1, first: 990 }), 1_250), 0);
  });

  it('is none while an answer that has ended is being read', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    assert.equal(silence.look(progress(8, { end: 300 }), 5_000), 0);
  });

  it('does not count the time in which the page itself stood still', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    assert.equal(silence.look(progress(8), 60_250), 1_000);
  });

  it('is long enough to hedge after a second and a half, and then again after as long', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    silence.look(progress(8), 1_000);
    assert.ok(!silence.isHedgeDue(1_000));
    silence.look(progress(8), 1_750);
    assert.ok(silence.isHedgeDue(1_750));
    silence.hedged(1_750);
    silence.look(progress(8), 2_500);
    assert.ok(!silence.isHedgeDue(2_500));
    silence.look(progress(8), 3_250);
    assert.ok(silence.isHedgeDue(3_250));
  });
});
