import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMultivariant } from '../../../src/playback/fast-start/read-playlists.ts';
import { readHostilePlaylists } from './support/read-hostile-playlists.ts';
import { announceSeed } from '../../support/seeded.ts';

const COUNT = 3_000;

describe('hostile playlists', () => {
  const seed = announceSeed();

  it(`are read in time, or left to the engine (SEED=${seed})`, () => {
    const { playlists, begun, faults } = readHostilePlaylists(seed, COUNT);
    assert.deepEqual(faults, []);
    assert.equal(playlists, COUNT);
    // Otherwise the mutations are too wild to test anything.
    assert.ok(begun > COUNT / 10, String(begun));
  });

  it('whose lines never come to an attribute are read in one pass', () => {
    for (const piece of ['A', 'A-', '"', ',', ' ', ', ', 'A="', ',A']) {
      const begun = performance.now();
      readMultivariant(
        `#EXTM3U\n#EXT-X-MEDIA:${piece.repeat(500_000 / piece.length)}\n`,
        'https://a.example/',
        false,
      );
      const ms = performance.now() - begun;
      assert.ok(ms < 3_000, `${JSON.stringify(piece)}: ${ms} ms`);
    }
  });
});
