import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  keyOf,
  PlaylistUrlIndex,
} from '../../../../../src/playback/adapters/hls/loaders/playlist-url-index.ts';

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
