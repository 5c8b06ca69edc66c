import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  beginningOf,
  codecsOf,
  mimeOf,
  readStart,
  readTracks,
} from '../../../src/playback/fast-start/start-tracks.ts';
import { announceSeed } from '../../support/seeded.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const seed = announceSeed();
const bytes = (name: string) => new Uint8Array(readFileSync(`test/media/hls/${name}`)).buffer;
const init = bytes('180p/init_1.mp4');

describe('beginningOf', () => {
  it('names the track of a muxed segment, and moves it to the clock of the playlist', () => {
    const early = beginningOf([{ start: 0, init, segment: bytes('180p/0.m4s') }]);
    assert.deepEqual(early, { names: ['audiovideo'], offset: 0 });
    const late = beginningOf([{ start: 104, init, segment: bytes('180p/2.m4s') }]);
    assert.ok(late && Math.abs(late.offset - 100) < 0.1, String(late?.offset));
  });

  it('leaves a segment to the engine whose bytes it cannot read', () => {
    const segment = bytes('180p/0.m4s');
    assert.equal(beginningOf([{ start: 0, init: new ArrayBuffer(0), segment }]), undefined);
    assert.equal(beginningOf([{ start: 0, init, segment: new ArrayBuffer(0) }]), undefined);
  });

  it('leaves a muxed segment beside separate audio to the engine', () => {
    const part = { start: 0, init, segment: bytes('180p/0.m4s') };
    assert.equal(beginningOf([part, part]), undefined);
  });
});

describe('codecsOf', () => {
  const video = fc.constantFrom('avc1.4d400d', 'hvc1.1.6.L93', 'av01.0.04M.08', 'vp09.00.10.08');
  const audio = fc.constantFrom('mp4a.40.2', 'ac-3', 'ec-3', 'opus', 'Opus', 'flac', 'fLaC');

  it('gives each codec to exactly one of two tracks, whatever their order', () => {
    const inAnyOrder = fc
      .tuple(video, audio)
      .chain(([picture, sound]) =>
        fc.tuple(fc.constant({ picture, sound }), fc.shuffledSubarray([picture, sound], { minLength: 2 })),
      );
    fc.assert(
      fc.property(inAnyOrder, fc.constantFrom(',', ', '), ([{ picture, sound }, all], comma) => {
        assert.equal(codecsOf(all.join(comma), 'video').trim(), picture);
        assert.equal(codecsOf(all.join(comma), 'audio').trim(), sound);
        assert.equal(codecsOf(all.join(comma), 'audiovideo'), all.join(comma));
      }),
      { seed },
    );
  });
});

describe('mimeOf', () => {
  it('names the container by its track', () => {
    assert.equal(mimeOf('avc1.4d400d,mp4a.40.2'), 'video/mp4; codecs="avc1.4d400d,mp4a.40.2"');
    assert.equal(mimeOf('mp4a.40.2', 'audio'), 'audio/mp4; codecs="mp4a.40.2"');
  });
});

describe('fragment times', () => {
  it('reads the tracks of an initialisation, and the decode time of a segment', () => {
    const tracks = readTracks(bytes('180p/init_1.mp4'));
    assert.ok(tracks);
    assert.deepEqual([...tracks.values()].map(({ kind }) => kind).sort(), ['audio', 'video']);
    assert.equal(readStart(bytes('180p/0.m4s'), tracks), 0);
    const third = readStart(bytes('180p/2.m4s'), tracks);
    assert.ok(third !== undefined && Math.abs(third - 4) < 0.1, `${third}`);
  });

  const seed = Date.now() % 2 ** 31;
  it(`reads nothing from broken bytes, and never throws (seed ${seed})`, () => {
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
