import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, afterEach } from 'node:test';
import {
  UrlTranslator,
  keyOf,
  PlaylistUrlIndex,
} from '../../../../../src/playback/adapters/hls/loaders/url-translator.ts';
import {
  sourceOfAddresses,
  type PlaybackSource,
} from '../../../../../src/playback/source/playback-source.ts';
import { SourceRefresher } from '../../../../../src/playback/source/source-refresher.ts';

/** A service that signs each address separately, differently each time: nothing can be derived from an address. */
class SigningService {
  readonly fetched: string[] = [];
  sequence = 0;
  isLive = false;

  sign(path: string, round: number): string {
    return `https://m.example/${path}?sig=${String(round)}-${Buffer.from(path).toString('hex').slice(-12)}`;
  }

  /** A playlist as that round of signatures gives it. */
  text(path: string, round: number): string {
    const sign = (one: string) => this.sign(one, round);
    if (path === 'main.m3u8') {
      return `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A, B",URI="${sign('sound.m3u8')}"
#EXT-X-STREAM-INF:BANDWIDTH=1\n${sign('low.m3u8')}\n#EXT-X-STREAM-INF:BANDWIDTH=2\n${sign('high.m3u8')}\n`;
    }
    const name = path.replace('.m3u8', '');
    const segments = [0, 1, 2].map((at) => {
      const number = at + this.sequence;
      return `#EXT-X-PART:DURATION=1,URI="${sign(`${name}-${number}-a.m4s`)}"\n#EXTINF:2,\n${sign(`${name}-${number}.m4s`)}\n`;
    });
    return `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${this.sequence}\n#EXT-X-MAP:URI="${sign(`${name}-init.mp4`)}"
${segments.join('')}${this.isLive ? '' : '#EXT-X-ENDLIST\n'}`;
  }

  readonly fetch: typeof fetch = (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.slice(1);
    const round = Number.parseInt(searchParams.get('sig') ?? '');
    this.fetched.push(path);
    return Promise.resolve(new Response(this.text(path, round)));
  };
}

describe('the addresses of a source that was refreshed', () => {
  const { fetch } = globalThis;
  let service: SigningService;
  let refresher: SourceRefresher;
  let addresses: UrlTranslator;
  let count: number;
  const source = (number: number): PlaybackSource =>
    sourceOfAddresses([{ src: service.sign('main.m3u8', number), type: 'application/x-mpegurl' }]);
  const refresh = () => refresher.replaceRefused(refresher.source, 403);
  const note = (path: string, number = count) =>
    addresses.note(service.sign(path, number), service.sign(path, number), service.text(path, number));

  before(() => Object.assign(globalThis, { document: { baseURI: 'https://site.example/' } }));
  after(() => {
    globalThis.fetch = fetch;
    Reflect.deleteProperty(globalThis, 'document');
  });
  beforeEach(() => {
    count = 0;
    service = new SigningService();
    globalThis.fetch = service.fetch;
    const { signal } = new AbortController();
    const ask = () => source(++count);
    let minute = 0;
    const now = () => (minute += 60_000);
    refresher = new SourceRefresher(source(0), { ask, signal, changed: () => {}, now });
    addresses = new UrlTranslator(refresher, signal);
    for (const path of ['main.m3u8', 'low.m3u8', 'sound.m3u8']) note(path);
  });

  it('are as they were before', async () => {
    for (const path of ['main.m3u8', 'low.m3u8', 'low-1.m4s']) {
      assert.equal(addresses.now(service.sign(path, 0)), service.sign(path, 0));
      assert.equal(await addresses.translate(service.sign(path, 0)), service.sign(path, 0));
    }
  });

  it('are those at the same place, for playlists, segments, initialisations and parts', async () => {
    await refresh();
    for (const path of [
      'main.m3u8',
      'high.m3u8',
      'low-2.m4s',
      'sound-0.m4s',
      'low-init.mp4',
      'low-1-a.m4s',
    ]) {
      assert.equal(addresses.now(service.sign(path, 0)), undefined, path);
      assert.equal(await addresses.translate(service.sign(path, 0)), service.sign(path, 1));
    }
    assert.deepEqual(service.fetched, ['main.m3u8', 'low.m3u8', 'sound.m3u8']);
  });

  it('are known through as many refreshes as there are', async () => {
    await refresh();
    await addresses.translate(service.sign('low-1.m4s', 0));
    await refresh();
    for (const old of [0, 1]) {
      assert.equal(await addresses.translate(service.sign('low-1.m4s', old)), service.sign('low-1.m4s', 2));
    }
    const fresh = service.sign('low-1.m4s', 2);
    assert.equal(addresses.now(fresh), fresh);
  });

  it('are dropped once they cannot be requested any more: a playback may be refreshed for days', async () => {
    for (let time = 0; time < 20; time++) {
      await refresh();
      for (const old of ['high.m3u8', 'low-1.m4s'])
        assert.equal(await addresses.translate(service.sign(old, 0)), service.sign(old, count));
    }
    const isKnown = (number: number) =>
      addresses.now(service.sign('low-1.m4s', number)) !== service.sign('low-1.m4s', number);
    assert.deepEqual(
      [0, 1, 10, 18, 19].map(isKnown),
      // The engine has the first ones; a request under way may have the last ones.
      [true, false, false, false, true],
    );
  });

  it('of a live stream are forgotten as the engine reads newer ones', async () => {
    service.isLive = true;
    for (let time = 0; time < 20; time++) {
      await refresh();
      await addresses.translate(service.sign('low.m3u8', 0));
      note('low.m3u8');
    }
    const isKnown = (number: number) =>
      addresses.now(service.sign('low-1.m4s', number)) !== service.sign('low-1.m4s', number);
    assert.deepEqual([0, 10, 17, 18, 19].map(isKnown), [false, false, false, true, true]);
  });

  it('of a live stream go by the number in the stream, and a reload keeps what it asks for', async () => {
    service.isLive = true;
    await refresh();
    service.sequence = 2;
    assert.equal(await addresses.translate(service.sign('low-2.m4s', 0)), service.sign('low-2.m4s', 1));
    const reload = (number: number) => `${service.sign('low.m3u8', number)}&_HLS_msn=5&_HLS_part=1`;
    assert.equal(await addresses.translate(reload(0)), reload(1));
    // What has left the playlist is not there for anybody.
    assert.equal(await addresses.translate(service.sign('low-0.m4s', 0)), service.sign('low-0.m4s', 0));
    // What hls.js then reads itself is of the present source.
    note('low.m3u8', 1);
    assert.equal(addresses.now(service.sign('low-4.m4s', 1)), service.sign('low-4.m4s', 1));
  });

  it('stay as they are where they are not known, or the fresh playlists cannot be had', async () => {
    await refresh();
    assert.equal(addresses.now('https://other.example/ad.m4s'), 'https://other.example/ad.m4s');
    globalThis.fetch = () => Promise.resolve(new Response('', { status: 500 }));
    assert.equal(await addresses.translate(service.sign('low-1.m4s', 0)), service.sign('low-1.m4s', 0));
    // The next one asks again.
    globalThis.fetch = service.fetch;
    assert.equal(await addresses.translate(service.sign('low-1.m4s', 0)), service.sign('low-1.m4s', 1));
  });
});

/** A day in segments of two seconds. */
const DAY = 43_200;
const BASE = 'https://m.example/live/playlist.m3u8?token=a';

const playlist = (first: number, sign = '') =>
  `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-MAP:URI="init.mp4${sign}"\n` +
  Array.from({ length: DAY }, (_, at) => `#EXTINF:2,\nseg-${first + at}.m4s${sign}\n`).join('');

describe('where addresses stand in a live playlist of a day', () => {
  const { URL: Native } = globalThis;
  let resolved: number;

  beforeEach(() => {
    resolved = 0;
    Object.assign(globalThis, { document: { baseURI: 'https://site.example/' } });
    globalThis.URL = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given);
        resolved++;
      }
    };
  });
  afterEach(() => {
    globalThis.URL = Native;
    Reflect.deleteProperty(globalThis, 'document');
  });

  const keyOfSegment = (number: number, sign = '') =>
    keyOf(`https://m.example/live/seg-${number}.m4s${sign}`);

  it('is parsed on demand, and not before', () => {
    let places = new PlaylistUrlIndex(playlist(0), BASE);
    for (let first = 1; first < 20; first++) places = new PlaylistUrlIndex(playlist(first), BASE, places);
    assert.equal(resolved, 0);
    assert.equal(places.placeOf(keyOfSegment(19)), '19.s');
  });

  it('reads only the new lines of the next one', () => {
    const sign = '?sig=1';
    const before = new PlaylistUrlIndex(playlist(0, sign), BASE);
    assert.equal(before.placeOf(keyOfSegment(7, sign)), '7.s');
    resolved = 0;
    const after = new PlaylistUrlIndex(playlist(3, sign), BASE, before);
    const asked = keyOfSegment(DAY + 2, sign);
    assert.equal(after.placeOf(asked), `${DAY + 2}.s`);
    assert.equal(after.placeOf(keyOfSegment(2, sign)), undefined);
    assert.ok(resolved < 20, `${resolved} addresses were resolved`);
  });

  it('resolves again against another base', () => {
    const before = new PlaylistUrlIndex(playlist(0), BASE);
    before.placeOf(keyOfSegment(0));
    const after = new PlaylistUrlIndex(playlist(0), 'https://other.example/', before);
    assert.equal(after.placeOf(keyOfSegment(0)), undefined);
    assert.equal(after.placeOf(keyOf('https://other.example/seg-0.m4s')), '0.s');
    assert.equal(after.addressAt('5.s'), 'https://other.example/seg-5.m4s');
  });

  it('keeps segments apart whose numbers are larger than a float is exact', () => {
    const of = (first: bigint, sign: string) =>
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${first}\n` +
      [0n, 1n, 2n].map((at) => `#EXTINF:2,\nseg-${first + at}.m4s${sign}\n`).join('');
    // A clock's nanoseconds.
    const first = 1_767_225_600_000_000_001n;
    const before = new PlaylistUrlIndex(of(first, ''), BASE);
    const after = new PlaylistUrlIndex(of(first + 1n, '?b'), BASE);
    const place = before.placeOf(keyOf(`https://m.example/live/seg-${first + 2n}.m4s`)) ?? '';
    assert.equal(after.addressAt(place), `https://m.example/live/seg-${first + 2n}.m4s?b`);
  });
});
