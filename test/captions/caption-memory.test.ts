import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionMemory } from '../../src/captions/tracks/caption-memory.ts';

function over(value: string | null) {
  return new CaptionMemory(() => ({ getItem: () => value, setItem: () => {} }));
}

describe('CaptionMemory', () => {
  it('distinguishes a language from "off" and from nothing', () => {
    assert.equal(over('{"language":"de"}').read(), 'de');
    assert.equal(over('{"language":""}').read(), '');
    assert.equal(over(null).read(), undefined);
  });

  it('knows the tracks that were on before', () => {
    let kept: string | null = null;
    const preference = new CaptionMemory(() => ({
      getItem: () => kept,
      setItem: (_key, value) => (kept = value),
    }));
    assert.equal(preference.readLast(), undefined);
    preference.write('de');
    preference.write('');
    preference.write('');
    assert.equal(preference.read(), '');
    assert.equal(preference.readLast(), 'de');
  });

  it('ignores foreign values in its storage', () => {
    const long = JSON.stringify({ language: 'x'.repeat(1000) });
    for (const odd of ['', 'de', '7', 'null', '[]', '{', '{"language":7}', '{"language":{}}', long]) {
      assert.equal(over(odd).read(), undefined, odd);
    }
  });

  it('does without a storage that is denied or full', () => {
    const denied = new CaptionMemory(() => {
      throw new DOMException('', 'SecurityError');
    });
    denied.write('de');
    assert.equal(denied.read(), undefined);
    const none = new CaptionMemory();
    none.write('de');
    assert.equal(none.read(), undefined, 'outside a page there is no storage');
  });
});
