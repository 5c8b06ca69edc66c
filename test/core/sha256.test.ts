import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Sha256 } from '../../src/core/sha256.ts';
import { seededBytes } from '../support/sandbox/sandbox-bytes.ts';
import { rollDice } from '../support/seeded.ts';

const dice = rollDice();

function hashOf(...pieces: readonly Uint8Array[]): string {
  const hash = new Sha256();
  for (const piece of pieces) hash.update(piece);
  return hash.finish();
}

describe('Sha256', () => {
  it('gives the digests of the standard', () => {
    const text = (words: string) => new TextEncoder().encode(words);
    assert.equal(hashOf(), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    assert.equal(hashOf(text('abc')), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(
      hashOf(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')),
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    assert.equal(
      hashOf(...Array.from({ length: 1_000 }, () => text('a'.repeat(1_000)))),
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    );
  });

  it('gives those of another reader, however the bytes are cut', () => {
    for (let round = 0; round < 200; round++) {
      const bytes = seededBytes(dice.below(dice.pick([64, 130, 5_000, 100_000])), dice.below(2 ** 31));
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length;) {
        const to = at + 1 + dice.below(dice.pick([3, 64, 200, 20_000]));
        pieces.push(bytes.subarray(at, to));
        at = to;
      }
      const expected = createHash('sha256').update(bytes).digest('hex');
      assert.equal(hashOf(...pieces), expected, `SEED=${String(dice.seed)}, ${String(bytes.length)} bytes`);
    }
  });
});
