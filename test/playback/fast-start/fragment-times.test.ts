import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readStart, readTracks } from '../../../src/playback/fast-start/fragment-times.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const bytes = (name: string) => new Uint8Array(readFileSync(`test/media/hls/${name}`)).buffer;

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
