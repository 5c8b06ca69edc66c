import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GIVEN } from '../../../demo/playground/face/read-faces.ts';
import { readAddress, writeAddress } from '../../../demo/playground/state/address.ts';
import { untouched } from '../../../demo/playground/state/choice.ts';
import { rollDice } from '../../support/seeded.ts';
import { HARD_TEXTS, manifest, offer, someChoice } from './support/offered.ts';

const read = (address: string) => readAddress(address, offer);

describe('the playground’s address', () => {
  const dice = rollDice();

  it('is nothing for an element as it is', () => {
    assert.equal(writeAddress(untouched('vh-player')), '');
    assert.deepEqual(read(''), untouched('vh-player'));
  });

  it('is short', () => {
    const choice = {
      ...untouched('vh-uploader'),
      attributes: new Map([
        ['multiple', ''],
        ['max-size', '2 GB'],
      ]),
      theme: new Map([['--vh-accent', '#0a7d5a']]),
    };
    assert.equal(writeAddress(choice), '_element=vh-uploader&multiple&max-size=2+GB&--vh-accent=0a7d5a');
  });

  it('says each choice, and gives it back', () => {
    for (let round = 0; round < 2000; round++) {
      const choice = someChoice(dice, HARD_TEXTS);
      const address = writeAddress(choice);
      // As a browser keeps it in the part after `#`.
      const kept = new URL(`http://x/#${address}`).hash.slice(1);
      assert.deepEqual(read(kept), choice, `SEED=${dice.seed} round ${round}: ${address}`);
    }
  });

  it('gives only what is on offer, whatever it says', () => {
    const names = [...offer.faces.values()].flatMap(({ attributes }) => attributes.map(({ name }) => name));
    const keys = [
      ...names,
      ...GIVEN,
      ...offer.styles.map(({ name }) => name),
      ...[
        '_element',
        '_scheme',
        '_language',
        '_captions',
        'slot.',
        'slot.top',
        'onclick',
        'style',
        '__proto__',
        '',
      ],
    ];
    const values = [
      ...HARD_TEXTS,
      '',
      'vh-player',
      'script',
      'en.de.xx.en',
      'dark',
      'ffffff',
      'fff;}',
      '12px',
      '-1',
      '1e9',
    ];
    for (let round = 0; round < 2000; round++) {
      const fields = Array.from({ length: dice.below(12) }, () => [dice.pick(keys), dice.pick(values)]);
      const asIs = fields.map(([key, value]) => `${String(key)}=${String(value)}`).join('&');
      const written = dice.below(2) === 0 ? asIs : new URLSearchParams(fields).toString();
      const { tag, attributes, slots, theme, scheme, language, captions } = read(written);
      const where = `SEED=${dice.seed} round ${round}: ${written}`;
      const face = offer.faces.get(tag);
      assert.ok(face, where);
      for (const name of attributes.keys())
        assert.ok(!GIVEN.has(name) && face.attributes.some((one) => one.name === name), where);
      for (const name of slots.keys())
        assert.ok(
          face.slots.some((one) => one.name === name),
          where,
        );
      for (const value of theme.values()) assert.match(value, /^(?:#[\da-f]{6}|\d{1,2}px)$/, where);
      assert.ok(['', 'light', 'dark'].includes(scheme), where);
      assert.ok(language === '' || offer.languages.includes(language), where);
      assert.ok(captions.every((one) => offer.captions.includes(one)) && captions.length <= 3, where);
      // And what it gives is a choice as any other.
      assert.deepEqual(read(writeAddress(read(written))), read(written), where);
    }
  });

  it('reads broken and endless addresses', () => {
    for (const address of ['%', '%E0%A4%A', '&&&===', '#', '?'.repeat(100_000), 'heading=%'])
      assert.equal(read(address).tag, 'vh-player');
    assert.equal(read(`heading=${'x'.repeat(100_000)}`).attributes.get('heading')?.length, 200);
    // What turns letters around would make copied code another than it looks.
    assert.equal(read('heading=a%E2%80%AEb%0Ac%00d').attributes.get('heading'), 'a b c d');
  });

  it('has no place for an attribute that the playground gives, each of which there is', () => {
    const declared = manifest.modules.flatMap(({ declarations = [] }) =>
      declarations.flatMap(({ tagName, attributes = [] }) =>
        tagName ? attributes.map(({ name }) => name) : [],
      ),
    );
    for (const name of GIVEN) assert.ok(declared.includes(name), name);
    assert.equal(read('src=https://evil.example/&token=x&backend=//evil.example').attributes.size, 0);
  });
});
