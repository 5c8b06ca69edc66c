import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js';
import { inlinePlaylistLoader } from '../../src/playback/inline-playlists.ts';

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

const Loader = inlinePlaylistLoader([{ url: 'https://a.example/a.m3u8', text: '#EXTM3U\n' }], Base as never);

function load(url: string, then?: (loader: InstanceType<typeof Loader>) => void): string[] {
  const got: string[] = [];
  const loader = new Loader({} as HlsConfig);
  const callbacks: LoaderCallbacks<PlaylistLoaderContext> = {
    onSuccess: ({ data }, stats) => void got.push(`${data as string}${stats.loaded}`),
    onError: () => assert.fail(),
    onTimeout: () => assert.fail(),
  };
  loader.load({ url } as PlaylistLoaderContext, {} as LoaderConfiguration, callbacks);
  then?.(loader);
  return got;
}

describe('inlined playlists', () => {
  it('answers what is at hand, a moment later, and fetches the rest', async () => {
    const got = load('https://a.example/a.m3u8');
    assert.deepEqual(got, []);
    await Promise.resolve();
    assert.deepEqual(got, ['#EXTM3U\n8']);
    load('https://a.example/b.m3u8');
    assert.deepEqual(fetched, ['https://a.example/b.m3u8']);
  });

  it('says nothing once it was called off', async () => {
    const aborted = load('https://a.example/a.m3u8', (loader) => loader.abort());
    const destroyed = load('https://a.example/a.m3u8', (loader) => loader.destroy());
    await Promise.resolve();
    assert.deepEqual([...aborted, ...destroyed], []);
  });
});
