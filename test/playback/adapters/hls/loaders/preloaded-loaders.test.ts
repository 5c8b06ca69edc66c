import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  PlaylistLoaderContext,
} from 'hls.js';
import {
  playlistLoader,
  segmentLoader,
} from '../../../../../src/playback/adapters/hls/loaders/preloaded-loaders.ts';
import type { FetchedBytes, FetchedText } from '../../../../../src/playback/fast-start/prefetched-data.ts';
import { settled } from '../../../../support/until.ts';

const fetched: string[] = [];

class Base {
  context = null;
  stats = { loading: { start: 0, first: 0, end: 0 }, loaded: 0, total: 0 };
  load(context: { url: string }): void {
    fetched.push(context.url);
  }
  abort(): void {}
  destroy(): void {}
}

const texts = new Map<string, FetchedText>([
  ['https://a.example/a.m3u8', { text: '#EXTM3U\n', url: 'https://b.example/moved.m3u8' }],
]);
const Playlists = playlistLoader(texts, Base as never);
const pieces = new Map<string, FetchedBytes | Promise<FetchedBytes>>(
  ['a', 'ranged'].map((name) => [
    `https://a.example/${name}.m4s`,
    { data: new ArrayBuffer(1_000), firstByteMs: 40, totalMs: 100 },
  ]),
);
const Segments = segmentLoader(pieces, Base as never);

function listener<Context extends LoaderContext>(): {
  got: string[];
  times: number[];
  callbacks: LoaderCallbacks<Context>;
} {
  const got: string[] = [];
  const times: number[] = [];
  const callbacks: LoaderCallbacks<Context> = {
    onSuccess: ({ data, url }, { loaded, loading }) => {
      got.push(`${typeof data === 'string' ? data.trim() : 'bytes'} ${loaded} ${url}`);
      times.push(loading.first - loading.start, loading.end - loading.first);
    },
    onError: () => assert.fail(),
    onTimeout: () => assert.fail(),
  };
  return { got, times, callbacks };
}

function load(url: string, then?: (loader: InstanceType<typeof Playlists>) => void): string[] {
  const { got, callbacks } = listener<PlaylistLoaderContext>();
  const loader = new Playlists({} as HlsConfig);
  loader.load({ url } as PlaylistLoaderContext, {} as LoaderConfiguration, callbacks);
  then?.(loader);
  return got;
}

describe('playlists at hand', () => {
  it('are answered a moment later from the address that they came from, and the rest is fetched', async () => {
    const got = load('https://a.example/a.m3u8');
    assert.deepEqual(got, []);
    await Promise.resolve();
    assert.deepEqual(got, ['#EXTM3U 8 https://b.example/moved.m3u8']);
    load('https://a.example/b.m3u8');
    assert.deepEqual(fetched, ['https://a.example/b.m3u8']);
  });

  it('call nothing back after an abort', async () => {
    const aborted = load('https://a.example/a.m3u8', (loader) => loader.abort());
    const destroyed = load('https://a.example/a.m3u8', (loader) => loader.destroy());
    await Promise.resolve();
    assert.deepEqual([...aborted, ...destroyed], []);
  });
});

describe('a playlist of a live stream at hand', () => {
  const url = 'https://a.example/live.m3u8';
  const load = async () => {
    const { got, times, callbacks } = listener<PlaylistLoaderContext>();
    const loader = new Playlists({} as HlsConfig);
    loader.load({ url } as PlaylistLoaderContext, {} as LoaderConfiguration, callbacks);
    await Promise.resolve();
    return { got, times, stats: loader.stats };
  };

  it('is answered once, with the time at which it arrived', async () => {
    const arrivedAt = performance.now() - 500;
    texts.set(url, { text: '#EXTM3U\n', url, isPassing: true, arrivedAt });
    const { got, stats } = await load();
    assert.deepEqual(got, [`#EXTM3U 8 ${url}`]);
    assert.equal(stats.loading.first, arrivedAt);
    assert.deepEqual((await load()).got, []);
    assert.equal(fetched.at(-1), url);
  });

  it('is fetched again when it is some seconds old, or of unknown age', async () => {
    for (const arrivedAt of [performance.now() - 10_000, undefined]) {
      texts.set(url, { text: '#EXTM3U\n', url, isPassing: true, ...(arrivedAt && { arrivedAt }) });
      fetched.length = 0;
      assert.deepEqual((await load()).got, []);
      assert.deepEqual(fetched, [url]);
    }
  });
});

describe('segments at hand', () => {
  async function loadSegment(
    context: Partial<FragmentLoaderContext>,
  ): Promise<ReturnType<typeof listener<FragmentLoaderContext>>> {
    const heard = listener<FragmentLoaderContext>();
    const loader = new Segments({} as HlsConfig);
    loader.load(context as FragmentLoaderContext, {} as LoaderConfiguration, heard.callbacks);
    await Promise.resolve();
    return heard;
  }

  it('are answered once, with the times that they took', async () => {
    const url = 'https://a.example/a.m4s';
    const { got, times } = await loadSegment({ url });
    assert.deepEqual(got, [`bytes 1000 ${url}`]);
    assert.deepEqual(times.map(Math.round), [40, 60]);
    assert.deepEqual((await loadSegment({ url })).got, []);
    assert.equal(fetched.at(-1), url);
  });

  it('are waited for while they are on their way, and fetched when they do not arrive', async () => {
    const url = 'https://a.example/late.m4s';
    let arrive: (piece: FetchedBytes) => void = () => assert.fail();
    pieces.set(url, new Promise((resolve) => (arrive = resolve)));
    const { got } = await loadSegment({ url });
    assert.deepEqual(got, []);
    arrive({ data: new ArrayBuffer(8), firstByteMs: 1, totalMs: 2 });
    await settled();
    assert.deepEqual(got, [`bytes 8 ${url}`]);

    pieces.set(url, Promise.reject(new TypeError('No network.')));
    fetched.length = 0;
    await loadSegment({ url });
    await settled();
    assert.deepEqual(fetched, [url]);
  });

  it('call nothing back after an abort, also during the request', async () => {
    const url = 'https://a.example/late.m4s';
    const piece = { data: new ArrayBuffer(8), firstByteMs: 1, totalMs: 2 };
    for (const send of [() => Promise.resolve(piece), () => Promise.reject(new TypeError('No network.'))]) {
      pieces.set(url, send());
      fetched.length = 0;
      const heard = listener<FragmentLoaderContext>();
      const loader = new Segments({} as HlsConfig);
      loader.load({ url } as FragmentLoaderContext, {} as LoaderConfiguration, heard.callbacks);
      loader.abort();
      await settled();
      assert.deepEqual([...heard.got, ...fetched], []);
    }
  });

  it('are no answer to a question for a part of them', async () => {
    const { got } = await loadSegment({ url: 'https://a.example/ranged.m4s', rangeStart: 0, rangeEnd: 10 });
    assert.deepEqual(got, []);
  });
});
