import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { chooseVariant } from '../../src/playback/fast-start/choose-variant.ts';
import { readStart, readTracks } from '../../src/playback/fast-start/fragment-times.ts';
import { rememberedBandwidth, rememberBandwidth } from '../../src/playback/memory/bandwidth.ts';
import { readFirstSegment, readMultivariant } from '../../src/playback/fast-start/read-playlists.ts';
import { seededRandom } from '../support/seeded-random.ts';

const BASE = 'https://media.example/film/master.m3u8';
const film = (name: string) => readFileSync(`test/media/hls/${name}`);
const bytes = (name: string) => new Uint8Array(film(name)).buffer;
const MASTER = film('master.m3u8').toString();
const PLAYLIST = film('180p/index.m3u8').toString();

describe('a hostile playlist', () => {
  /** So many that a reader that goes back for each of them would not end today. */
  const MANY = 60_000;

  it('of tags without addresses is read in one pass', () => {
    assert.equal(readFirstSegment(`${PLAYLIST}${'#EXTINF:1,\n'.repeat(MANY)}`, BASE, 1e9), undefined);
    const { variants } = readMultivariant('#EXT-X-STREAM-INF:BANDWIDTH=1\n'.repeat(MANY), BASE, false);
    assert.deepEqual(variants, []);
  });

  it('of segments that last less than no time is left to the engine', () => {
    for (const seconds of ['-1', 'x', ''])
      assert.equal(
        readFirstSegment(PLAYLIST.replace(/EXTINF:[\d.]+/, `EXTINF:${seconds}`), BASE, 0),
        undefined,
      );
  });

  it('of renditions and sounds is read in one pass', () => {
    const sounds = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a"\n'.repeat(MANY);
    const renditions = '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d400d",AUDIO="a"\nv\n'.repeat(MANY / 2);
    assert.deepEqual(readMultivariant(`${sounds}${renditions}`, BASE, false).variants, []);
  });
});

describe('reading a multivariant playlist', () => {
  it('finds the renditions, smallest first', () => {
    const { variants } = readMultivariant(MASTER, BASE, false);
    assert.deepEqual(
      variants.map(({ height, bitrate, url, audio }) => [height, bitrate, url, audio]),
      [
        [90, 110_000, 'https://media.example/film/90p/index.m3u8', undefined],
        [180, 240_000, 'https://media.example/film/180p/index.m3u8', undefined],
      ],
    );
  });

  it('needs the whole engine for captions inside the stream', () => {
    assert.equal(readMultivariant(MASTER, BASE, false).needsAll, true);
    assert.equal(readMultivariant(MASTER, BASE, true).needsAll, false);
    const bare = MASTER.replaceAll(/^#EXT-X-MEDIA.*\n/gm, '');
    assert.equal(readMultivariant(bare, BASE, false).needsAll, false);
  });

  it('begins on the first of several hosts, for which the small engine is enough', () => {
    const bare = MASTER.replaceAll(/^#EXT-X-MEDIA.*\n/gm, '').replaceAll(/,SUBTITLES="[^"]*"/g, '');
    const renditions = bare.slice(bare.indexOf('#EXT-X-STREAM-INF'));
    const again = renditions.replaceAll(/^(\w+)\//gm, 'https://other.example/$1/');
    const { variants, needsAll } = readMultivariant(`${bare}${again}`, BASE, false);
    assert.deepEqual(
      variants.map(({ url }) => url),
      ['https://media.example/film/90p/index.m3u8', 'https://media.example/film/180p/index.m3u8'],
    );
    assert.equal(needsAll, false);
  });

  const withSound = (defaults: string[]) =>
    `${MASTER.replaceAll(',SUBTITLES', ',AUDIO="a",SUBTITLES')}${defaults
      .map((is, at) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${at}",DEFAULT=${is},URI="a${at}.m3u8"\n`)
      .join('')}`;

  it('takes the default sound where that comes apart, and needs all of the engine', () => {
    const { variants, needsAll } = readMultivariant(withSound(['NO', 'YES']), BASE, true);
    assert.deepEqual(
      [...new Set(variants.map(({ audio }) => audio))],
      ['https://media.example/film/a1.m3u8'],
    );
    assert.equal(needsAll, true);
  });

  for (const [what, text] of Object.entries({
    'sound without a default': withSound(['NO', 'NO']),
    'renditions without codecs': MASTER.replaceAll(/,CODECS="[^"]*"/g, ''),
    'renditions of several codecs': MASTER.replace('avc1.4d400d', 'hvc1.1.6.L93'),
    'variables': `${MASTER}#EXT-X-DEFINE:NAME="a",VALUE="b"\n`,
    'content steering': `${MASTER}#EXT-X-CONTENT-STEERING:SERVER-URI="s"\n`,
    'hosts with names': MASTER.replaceAll('BANDWIDTH', 'PATHWAY-ID="a",BANDWIDTH'),
    'a media playlist': PLAYLIST,
    'a page': '<!doctype html><title>Not found</title>',
    'nothing': '',
    'what is larger than any playlist': `${MASTER}#${'x'.repeat(5 * 2 ** 20)}\n`,
  })) {
    it(`leaves ${what} to the engine`, () => {
      assert.deepEqual(readMultivariant(text, BASE, false).variants, []);
    });
  }
});

describe('reading where a media playlist begins', () => {
  it('finds the segment at a time', () => {
    const url = 'https://media.example/film/180p/index.m3u8';
    const at = (time: number) => readFirstSegment(PLAYLIST, url, time);
    assert.deepEqual(at(0), {
      init: 'https://media.example/film/180p/init_1.mp4',
      url: 'https://media.example/film/180p/0.m4s',
      start: 0,
      seconds: 2,
      duration: 8,
    });
    assert.equal(at(5)?.start, 4);
    assert.equal(at(8), undefined);
  });

  for (const [what, text] of Object.entries({
    'MPEG-TS': PLAYLIST.replace(/#EXT-X-MAP.*\n/, ''),
    'encryption': PLAYLIST.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF'),
    'a discontinuity': PLAYLIST.replace('2.m4s', '#EXT-X-DISCONTINUITY\n2.m4s'),
    'byte ranges': PLAYLIST.replaceAll('#EXTINF', '#EXT-X-BYTERANGE:10@0\n#EXTINF'),
    'an initialisation by byte range': PLAYLIST.replace('.mp4"', '.mp4",BYTERANGE="10@0"'),
    'two initialisations': PLAYLIST.replace('2.m4s', '#EXT-X-MAP:URI="b.mp4"\n2.m4s'),
    'a gap': PLAYLIST.replace('2.m4s', '#EXT-X-GAP\n2.m4s'),
    'a live stream': PLAYLIST.replace('#EXT-X-ENDLIST', ''),
    'a place to begin at': PLAYLIST.replace('#EXTINF', '#EXT-X-START:TIME-OFFSET=3\n#EXTINF'),
  })) {
    it(`leaves ${what} to the engine`, () => {
      assert.equal(readFirstSegment(text, BASE, 0), undefined);
    });
  }

  it('takes whole what says that it is not encrypted', () => {
    const text = PLAYLIST.replace('#EXTINF', '#EXT-X-KEY:METHOD=NONE\n#EXTINF');
    assert.equal(readFirstSegment(text, BASE, 0)?.start, 0);
  });
});

describe('reading the times of fragments', () => {
  it('knows the tracks, and when a segment begins to decode', () => {
    const tracks = readTracks(bytes('180p/init_1.mp4'));
    assert.ok(tracks);
    assert.deepEqual([...tracks.values()].map(({ kind }) => kind).sort(), ['audio', 'video']);
    assert.equal(readStart(bytes('180p/0.m4s'), tracks), 0);
    const third = readStart(bytes('180p/2.m4s'), tracks);
    assert.ok(third !== undefined && Math.abs(third - 4) < 0.1, `${third}`);
  });

  const seed = Date.now() % 2 ** 31;
  it(`says nothing of what it does not understand, whatever that is (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const init = bytes('180p/init_1.mp4');
    const tracks = readTracks(init);
    assert.ok(tracks);
    assert.equal(readStart(new ArrayBuffer(0), tracks), undefined);
    for (let turn = 0; turn < 2_000; turn++) {
      const broken = init.slice(0, Math.floor(random() * init.byteLength));
      const view = new Uint8Array(broken);
      for (let hit = 0; hit < 4; hit++) view[Math.floor(random() * view.length)] = Math.floor(random() * 256);
      for (const { kind } of readTracks(broken)?.values() ?? []) assert.match(kind, /^(?:video|audio)$/);
      const start = readStart(broken, tracks);
      assert.ok(start === undefined || Number.isFinite(start));
    }
  });
});

describe('the rendition to begin with', () => {
  const ladder = [240, 480, 720, 1080].map((height, index) => ({
    ...{ height, width: (height * 16) / 9, bitrate: [400_000, 1e6, 2.5e6, 5e6][index] ?? 0 },
  }));
  const height = (...[wanted, limits, line]: [Parameters<typeof chooseVariant>[1], object, number?]) =>
    ladder[chooseVariant(ladder, wanted, limits, line)]?.height;

  it('is the smallest as long as nothing is known of the line', () => {
    assert.equal(height('auto', {}), 240);
  });

  it('is the best that arrives as good as at once, and that is seen', () => {
    assert.equal(height('auto', {}, 10e6), 240);
    assert.equal(height('auto', {}, 30e6), 480);
    assert.equal(height('auto', {}, 500e6), 1080);
    assert.equal(height('auto', { room: { width: 640, height: 360 } }, 500e6), 480);
  });

  it('is the one that was chosen, below what the page allows', () => {
    assert.equal(height({ width: 0, height: 1080, bitrate: 5e6 }, {}), 1080);
    assert.equal(height({ width: 0, height: 1080, bitrate: 5e6 }, { maxResolution: 720 }), 720);
  });
});

describe('the memory of the line', () => {
  it('does without storage', () => {
    rememberBandwidth(5e6);
    assert.equal(rememberedBandwidth(), undefined);
  });
});
