import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NativeAdapter, NativeStream } from '../../../src/playback/adapters/native-adapter.ts';
import type { PlaybackSource } from '../../../src/playback/source/playback-source.ts';
import { settled } from '../../support/until.ts';
import type { Stream } from '../../../src/playback/stream/stream.ts';

/** A video element without a picture. */
class FakeVideo extends EventTarget {
  preload = 'none';
  src = '';
  currentTime = 0;
  duration = NaN;
  seekable = { length: 0 };
  error: { code: number } | null = null;
  loads = 0;
  removeAttribute(name: string) {
    if (name === 'src') this.src = '';
  }
  load() {
    this.loads++;
  }
  fail(code: number) {
    this.error = { code };
    this.dispatchEvent(new Event('error'));
  }
}

const sourceAt = (url: string): PlaybackSource => ({
  kind: 'video',
  state: 'playable',
  playlists: [],
  captions: [],
  chapters: [],
  media: [{ url, hls: false, type: 'video/mp4' }],
});

function begin({ eager = true, startTime = 0 } = {}) {
  const media = new FakeVideo();
  const source = sourceAt('https://media.example/first.mp4');
  const failures: string[] = [];
  const refresher = { hasEnded: false, canRefresh: false, source, beforeRequest: () => Promise.resolve() };
  const adapter = new NativeAdapter({
    media,
    address: source.media[0],
    source,
    startTime,
    eager,
    refresher,
    memory: {},
    report: {
      active: () => {},
      stream: () => {},
      renew: (step: () => void) => step(),
      failed: ({ code }: { code: string }) => failures.push(code),
    },
  } as never);
  return { media, adapter, refresher, failures };
}

describe('NativeAdapter', () => {
  it('fetches only metadata until it is started', () => {
    const { media, adapter } = begin({ eager: false });
    assert.equal(media.src, 'https://media.example/first.mp4');
    assert.equal(media.preload, 'metadata');
    adapter.start();
    assert.equal(media.preload, 'auto');
  });

  it('seeks to the start time once, when the metadata are there', () => {
    const { media } = begin({ startTime: 42 });
    assert.equal(media.currentTime, 0);
    media.dispatchEvent(new Event('loadedmetadata'));
    assert.equal(media.currentTime, 42);
    media.currentTime = 50;
    media.dispatchEvent(new Event('loadedmetadata'));
    assert.equal(media.currentTime, 50);
  });

  it('distinguishes broken media from a broken connection', async () => {
    const { media, failures } = begin();
    media.fail(3);
    media.fail(2);
    await settled();
    assert.deepEqual(failures, ['media-decode', 'media-network']);
  });

  it('replaces an address that has ended, and continues at the same time', async () => {
    const { media, refresher } = begin();
    media.duration = 100;
    media.currentTime = 30;
    media.dispatchEvent(new Event('play'));
    await settled();
    assert.equal(media.src, 'https://media.example/first.mp4');
    refresher.source = sourceAt('https://media.example/second.mp4');
    media.dispatchEvent(new Event('play'));
    await settled();
    assert.equal(media.src, 'https://media.example/second.mp4');
    media.currentTime = 0;
    media.dispatchEvent(new Event('loadedmetadata'));
    assert.equal(media.currentTime, 30);
  });

  it('leaves the video without a source, and reports nothing from then on', async () => {
    const { media, adapter, failures } = begin();
    adapter.destroy();
    assert.equal(media.src, '');
    assert.equal(media.loads, 1);
    media.fail(3);
    await settled();
    assert.deepEqual(failures, []);
  });
});

/** A video element at that duration, whose last 60 s can be sought in. */
class FakeMedia extends EventTarget {
  duration = NaN;
  currentTime = 50;
  get seekable() {
    assert.ok(!Number.isNaN(this.duration), 'WebKitGTK would never find the duration.');
    return { length: 1, start: () => 0, end: () => 60 };
  }
}

describe('NativeStream', () => {
  it('asks where live is only once the duration is known', () => {
    const media = new FakeMedia();
    let reported: Stream | undefined;
    const stream = new NativeStream(media, (news) => (reported = news), new AbortController().signal);
    media.dispatchEvent(new Event('progress'));
    assert.equal(stream.live, undefined);
    assert.equal(reported, undefined);
    media.duration = Infinity;
    media.dispatchEvent(new Event('durationchange'));
    assert.deepEqual(stream.live, { edge: 60, latency: 10 });
    assert.notEqual((reported as Stream | undefined)?.live, undefined);
  });
});
