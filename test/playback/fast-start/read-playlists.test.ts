import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readFirstSegment, readMultivariant } from '../../../src/playback/fast-start/read-playlists.ts';

const BASE = 'https://media.example/film/master.m3u8';
const film = (name: string) => readFileSync(`test/media/hls/${name}`, 'utf8');
const MASTER = film('master.m3u8');
const PLAYLIST = film('180p/index.m3u8');

describe('hostile playlists', () => {
  /** So many that a reader that goes back for each of them would not end today. */
  const MANY = 60_000;

  it('are read in one pass where tags have no addresses', () => {
    assert.equal(readFirstSegment(`${PLAYLIST}${'#EXTINF:1,\n'.repeat(MANY)}`, BASE, 1e9), undefined);
    const { variants } = readMultivariant('#EXT-X-STREAM-INF:BANDWIDTH=1\n'.repeat(MANY), BASE, false);
    assert.deepEqual(variants, []);
  });

  it('are left to the engine where a segment has no length', () => {
    for (const seconds of ['-1', 'x', ''])
      assert.equal(
        readFirstSegment(PLAYLIST.replace(/EXTINF:[\d.]+/, `EXTINF:${seconds}`), BASE, 0),
        undefined,
      );
  });

  it('are read in one pass where they hold thousands of renditions and audio groups', () => {
    const sounds = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a"\n'.repeat(MANY);
    const renditions = '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d400d",AUDIO="a"\nv\n'.repeat(MANY / 2);
    assert.deepEqual(readMultivariant(`${sounds}${renditions}`, BASE, false).variants, []);
  });
});

describe('readMultivariant', () => {
  it('lists the renditions, smallest first', () => {
    const { variants } = readMultivariant(MASTER, BASE, false);
    assert.deepEqual(
      variants.map(({ height, bitrate, url, audio }) => [height, bitrate, url, audio]),
      [
        [90, 110_000, 'https://media.example/film/90p/index.m3u8', undefined],
        [180, 240_000, 'https://media.example/film/180p/index.m3u8', undefined],
      ],
    );
  });

  it('asks for the whole engine where the stream has captions that the page does not list', () => {
    assert.equal(readMultivariant(MASTER, BASE, false).needsAll, true);
    assert.equal(readMultivariant(MASTER, BASE, true).needsAll, false);
    const bare = MASTER.replaceAll(/^#EXT-X-MEDIA.*\n/gm, '');
    assert.equal(readMultivariant(bare, BASE, false).needsAll, false);
  });

  it('takes the first of several hosts, and asks for hls.js light only', () => {
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

  it('takes the default track of separate audio, and asks for the whole engine', () => {
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

describe('readFirstSegment', () => {
  it('finds the segment of a time', () => {
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

  it('reads a playlist whose key method is NONE', () => {
    const text = PLAYLIST.replace('#EXTINF', '#EXT-X-KEY:METHOD=NONE\n#EXTINF');
    assert.equal(readFirstSegment(text, BASE, 0)?.start, 0);
  });
});
