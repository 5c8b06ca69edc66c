import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { refreshingLoader } from '../../../../../src/playback/adapters/hls/loaders/refreshing-loader.ts';

interface Sent {
  url: string;
  callbacks: LoaderCallbacks<LoaderContext>;
}

interface Options {
  /** What a request waits for before it leaves. */
  fresh?: Promise<void>;
  /** False: the address has to be looked up. */
  isKnown?: boolean;
  /** Whether a refused source is replaced by another one. */
  isReplaced?: boolean;
  /** The address that holds for `a`. */
  holds?: string;
}

/** A request for `a`, its sender and what hls.js gets of it. */
function stage({ fresh, isKnown = true, isReplaced = false, holds = 'b' }: Options = {}) {
  const sent: Sent[] = [];
  const heard: string[] = [];
  const noted: string[][] = [];
  class Base {
    context = null;
    stats = { loading: { start: 5, first: 0, end: 0 } };
    load({ url }: LoaderContext, _config: unknown, callbacks: LoaderCallbacks<LoaderContext>): void {
      sent.push({ url, callbacks });
    }
    abort(): void {}
    destroy(): void {}
  }
  const source = {};
  const refresher = {
    source,
    beforeRequest: () => fresh,
    replaceRefused: (refused: unknown, status: number) => {
      heard.push(`refused ${String(refused === source)} ${status}`);
      return Promise.resolve(isReplaced);
    },
  };
  const addresses = {
    now: (url: string) => (isKnown ? url : undefined),
    translate: () => Promise.resolve(holds),
    note: (...given: string[]) => void noted.push(given),
  };
  const Loader = refreshingLoader(Base as never, refresher as never, addresses as never);
  const loader = new Loader({} as HlsConfig);
  const hear = (what: string) => () => void heard.push(what);
  loader.load({ url: 'a' } as LoaderContext, {} as LoaderConfiguration, {
    onSuccess: ({ data }) => void heard.push(`success ${data as string}`),
    onError: ({ code }) => void heard.push(`error ${code}`),
    onTimeout: hear('timeout'),
    onAbort: hear('abort'),
  });
  const fail = (code: number) =>
    sent.at(-1)!.callbacks.onError({ code, text: '' }, {} as LoaderContext, null, loader.stats);
  const succeed = (data: string | ArrayBuffer, url = '') =>
    sent.at(-1)!.callbacks.onSuccess({ url, data }, loader.stats, {} as LoaderContext, null);
  return { loader, sent, heard, noted, fail, succeed, urls: () => sent.map(({ url }) => url) };
}

/** Lets everything happen that waits for promises alone. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('refreshingLoader', () => {
  it('sends at once what holds', () => {
    assert.deepEqual(stage().urls(), ['a']);
  });

  it('waits for a fresh source, and asks for what stands in the same place of it', async () => {
    const { promise, resolve } = deferred();
    const { urls } = stage({ fresh: promise });
    await settle();
    assert.deepEqual(urls(), []);
    resolve();
    await settle();
    assert.deepEqual(urls(), ['b']);
  });

  it('looks up an address of an earlier source', async () => {
    const { urls } = stage({ isKnown: false });
    assert.deepEqual(urls(), []);
    await settle();
    assert.deepEqual(urls(), ['b']);
  });

  it('notes the addresses in a playlist, with where it came from, and none in a segment', () => {
    const { succeed, noted, heard } = stage();
    succeed('#EXTM3U', 'https://cdn.example/a');
    succeed('#EXTM3U');
    succeed(new ArrayBuffer(1));
    assert.deepEqual(noted, [
      ['a', 'https://cdn.example/a', '#EXTM3U'],
      ['a', 'a', '#EXTM3U'],
    ]);
    assert.equal(heard.length, 3);
  });

  it('sends a refused request again with a fresh address, and hls.js does not notice', async () => {
    const { fail, succeed, urls, heard, loader } = stage({ isReplaced: true });
    fail(403);
    await settle();
    assert.deepEqual(urls(), ['a', 'b']);
    assert.equal(loader.stats.loading.start, 0);
    succeed(new ArrayBuffer(1));
    assert.deepEqual(heard, ['refused true 403', 'success [object ArrayBuffer]']);
  });

  it('passes on a refusal where there is no other address', async () => {
    const { fail, heard, urls } = stage({ isReplaced: true, holds: 'a' });
    fail(404);
    await settle();
    assert.deepEqual([urls(), heard], [['a'], ['refused true 404', 'error 404']]);
    const kept = stage();
    kept.fail(500);
    await settle();
    assert.deepEqual(kept.heard, ['refused true 500', 'error 500']);
  });

  it('reports an abort while it waits for an address, and sends nothing afterwards', async () => {
    const { loader, urls, heard } = stage({ isKnown: false });
    loader.abort();
    loader.abort();
    await settle();
    assert.deepEqual([urls(), heard], [[], ['abort']]);
  });

  it('says nothing after its end', async () => {
    const { loader, fail, heard, urls } = stage({ isReplaced: true });
    fail(403);
    loader.destroy();
    await settle();
    assert.deepEqual([urls(), heard], [['a'], ['refused true 403']]);
  });
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
