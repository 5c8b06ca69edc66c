import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contrast, readColour } from '../../../demo/playground/theme/contrast.ts';
import { judge, ratioInWords } from '../../../demo/playground/theme/pairs.ts';
import { PRESETS } from '../../../demo/playground/theme/presets.ts';
import { valueOfStyle } from '../../../demo/playground/state/choice.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { inRepository } from '../../support/repository.ts';
import { offer } from './support/offered.ts';

const ratio = (one: string, other: string) =>
  contrast(readColour(one) ?? [0, 0, 0], readColour(other) ?? [0, 0, 0]);
const poorOf = (theme: Record<string, string>, scheme: '' | 'light' | 'dark' = '') =>
  judge(offer.styles, new Map(Object.entries(theme)), scheme)
    .filter(({ isEnough }) => !isEnough)
    .map((one) => `${one.what}, ${one.scheme}`);

describe('the contrast of a theme', () => {
  it('is the ratio of WCAG', () => {
    // The values of the specification's own examples and of its understanding documents.
    assert.equal(ratio('#fff', '#000'), 21);
    assert.equal(ratio('#767676', '#ffffff').toFixed(2), '4.54');
    assert.equal(ratio('#ffffff', '#777777').toFixed(2), '4.48');
    assert.equal(ratio('#0000ff', '#ffffff').toFixed(2), '8.59');
    assert.equal(ratio('#336699', '#336699'), 1);
  });

  it('is never rounded up to what it does not reach', () => {
    assert.equal(ratioInWords(ratio('#ffffff', '#777777')), '4.4:1');
    assert.equal(ratioInWords(2.9999), '2.9:1');
    assert.equal(ratioInWords(21), '21.0:1');
  });

  it('is enough in the elements’ own look and in each preset', () => {
    for (const { name, theme, scheme } of PRESETS) {
      assert.deepEqual(poorOf(theme, scheme), [], name);
      for (const [property, value] of Object.entries(theme)) {
        const style = offer.styles.find((one) => one.name === property);
        assert.ok(style && valueOfStyle(style, value) === value, `${name}: ${property}`);
      }
    }
  });

  it('names each pair that is too weak, in the scheme in which it is', () => {
    assert.deepEqual(poorOf({ '--vh-accent': '#ffff00', '--vh-on-accent': '#ffffff' }, 'light'), [
      'Words and signs on buttons, light',
      'Buttons and bars, light',
      'The bar on its track, light',
    ]);
    // A text for a light ground, while the visitor may have a dark one.
    assert.deepEqual(poorOf({ '--vh-text': '#333333' }), ['Text, dark', 'Text on what is sunken, dark']);
    assert.deepEqual(poorOf({ '--vh-line': '#dddddd' }, 'light'), ['The edge of the uploader, light']);
  });

  it('knows each colour of the elements', () => {
    const colours = offer.styles.filter(({ kind }) => kind === 'colour');
    assert.ok(colours.length >= 10);
    for (const { name } of colours) {
      // One of them alone, as white on white or black on black, makes some pair too weak.
      const weak = [
        ...poorOf({ [name]: '#ffffff' }, 'light'),
        ...poorOf({ [name]: '#8c8c8c' }, 'light'),
        ...poorOf({ [name]: '#000000' }, 'light'),
      ];
      assert.notEqual(weak.length, 0, name);
    }
  });
});

describe('the custom properties in the manifest', () => {
  it('have the defaults that the style sheets have', () => {
    const sheets = ['tokens.ts', 'surface-tokens.ts'].map((file) =>
      readFileSync(inRepository('src/elements/styling', file), 'utf8'),
    );
    const used = new Map(
      [...sheets.join('\n').matchAll(/var\((--vh-[\w-]+), (.*)\);$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    assert.deepEqual(
      new Map(offer.styles.map(({ name, default: value }) => [name, value] as const)),
      new Map(offer.styles.map(({ name }) => [name, used.get(name)] as const)),
    );
    assert.equal(used.size, offer.styles.length);
  });

  it('make the theme of docs/theming.md a preset', () => {
    const { text } = blockWith('docs/theming.md', '--vh-accent: #0a7d5a');
    const said = [...text.matchAll(/(--vh-[\w-]+): (.*);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const preset = PRESETS.find(({ name }) => name === 'Meadow');
    assert.deepEqual(preset?.theme, { ...Object.fromEntries(said), '--vh-on-accent': '#ffffff' });
  });
});
