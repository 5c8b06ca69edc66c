import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { THEME_COLOURS } from '../../../../../src/core/wire/player-theme.ts';
import { BLACK, contrastOf, leastContrast, readColor, WHITE } from '../../../../../src/core/color.ts';
import { themeTokens } from '../../../../../src/elements/player/appearance/theme/theme-tokens.ts';
import { rollDice } from '../../../../support/seeded.ts';

const RUNS = 5_000;
const RGB = /^rgb\(\d{1,3} \d{1,3} \d{1,3} \/ [\d.]+\)$/;
const SAFE = /^(?:rgb\([^()]*\)|var\(--vh-(?:on-)?accent, rgb\([^()]*\)\)|hidden)$/;

/** Red, green and blue as whole numbers, and the alpha. */
function seen(text: string): number[] | undefined {
  const colour = readColor(text);
  return colour && [...[colour.r, colour.g, colour.b].map(Math.round), Number(colour.a.toFixed(2))];
}

describe('colours of a theme', () => {
  for (const [text, expected] of [
    ['#fff', [255, 255, 255, 1]],
    ['#0a7D5a', [10, 125, 90, 1]],
    ['#0a78', [0, 170, 119, 0.53]],
    ['#0a7d5a80', [10, 125, 90, 0.5]],
    ['rgba(255, 255, 255, 1)', [255, 255, 255, 1]],
    ['rgba(255,255,255,.2)', [255, 255, 255, 0.2]],
    ['rgb(10 20 30 / 50%)', [10, 20, 30, 0.5]],
    ['rgb(100%, 0%, 50%)', [255, 0, 128, 1]],
    ['rgb(300, -20, 30)', [255, 0, 30, 1]],
    ['hsl(120, 100%, 25%)', [0, 128, 0, 1]],
    ['hsla(-120 100% 50% / .5)', [0, 0, 255, 0.5]],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(seen(text), expected));
  }

  for (const text of [
    ...[
      '',
      'red',
      '#ff',
      '#fffff',
      '#12345g',
      'rgb(1,2)',
      'rgb(1,2,3,4,5)',
      'rgb(,,,)',
      'rgb(1 2 3',
      'rgb(1.2.3, 4, 5)',
    ],
    ...[
      'url(x)',
      'var(--a)',
      'rgb(var(--a))',
      '#fff;color:red',
      '#fff}',
      'rgb(1,2,3);',
      'expression(1)',
      'rgb(1e9,0,0)',
    ],
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(readColor(text), undefined));
  }

  it('counts contrast as WCAG does', () => {
    assert.equal(contrastOf(WHITE, BLACK).toFixed(1), '21.0');
    assert.equal(contrastOf({ r: 119, g: 119, b: 119, a: 1 }, WHITE).toFixed(2), '4.48');
  });

  it('knows that some picture has the colour of an ink on a thin scrim', () => {
    assert.equal(leastContrast({ r: 128, g: 128, b: 128, a: 1 }, { ...BLACK, a: 0.1 }), 1);
  });
});

describe('the look of a theme', () => {
  it('keeps what can be read', () => {
    const tokens = themeTokens({
      ...{
        link: '#ffe678',
        text: '#fff',
        backgroundBottom: 'rgba(0, 0, 80, .8)',
        backgroundTop: 'rgba(0, 0, 0, .7)',
      },
      ...{ trackPlayed: 'rgba(255, 204, 0, .5)', trackUnplayed: 'rgba(255, 255, 255, .2)' },
    });
    assert.deepEqual(Object.fromEntries(tokens), {
      '--_icon': 'rgb(255 230 120 / 1)',
      '--_clock': 'rgb(255 255 255 / 1)',
      '--_scrim-top': 'rgb(0 0 0 / 0.7)',
      '--_scrim-bottom': 'rgb(0 0 80 / 0.8)',
      '--_buffered-theme': 'rgb(255 255 255 / 0.2)',
      '--_accent': 'var(--vh-accent, rgb(255 204 0 / 1))',
      '--_on-accent': 'var(--vh-on-accent, rgb(0 0 0 / 1))',
    });
  });

  it('gives the ground up before the icons', () => {
    const tokens = themeTokens({ link: '#ffe678', backgroundBottom: 'rgba(255, 255, 255, .9)' });
    assert.deepEqual([...tokens.keys()], ['--_icon']);
  });

  it('takes dark icons on a light ground', () => {
    const light = 'rgba(255, 255, 255, .9)';
    const dark = { link: '#222', linkHover: '#000', linkActive: '#333', text: '#111' };
    const tokens = themeTokens({ ...dark, backgroundTop: light, backgroundBottom: light });
    assert.deepEqual(tokens.get('--_icon'), 'rgb(34 34 34 / 1)');
    assert.deepEqual(tokens.get('--_scrim-bottom'), 'rgb(255 255 255 / 0.9)');
  });

  it('gives up icons that the skin’s own ground does not carry', () => {
    assert.equal(themeTokens({ link: '#333', text: '#0000ff' }).size, 0);
  });

  it('distinguishes the buffered from the played part', () => {
    assert.equal(themeTokens({ trackUnplayed: '#fff' }).size, 0);
    assert.equal(themeTokens({ trackBackground: '#ccc' }).size, 0);
  });

  it('makes only colours of a theme, whatever it contains', () => {
    const dice = rollDice();
    const pieces = [
      '#',
      'f',
      '0',
      'rgb(',
      'hsla(',
      ')',
      ',',
      ' ',
      '/',
      '%',
      '.5',
      '255',
      '}',
      ';',
      'url(',
      'var(--x)',
      '-',
      '\\',
      "'",
    ];
    let taken = 0;
    for (let run = 0; run < RUNS; run++) {
      const text = () =>
        dice.below(3) === 0
          ? `rgba(${dice.below(300)}, ${dice.below(300)}, ${dice.below(300)}, ${dice.below(11) / 10})`
          : Array.from({ length: dice.below(9) }, () => dice.pick(pieces)).join('');
      const theme = Object.fromEntries(THEME_COLOURS.map((name) => [name, text()]));
      const tokens = themeTokens({ ...theme, hideTitle: dice.below(2) === 0 });
      taken += tokens.size;
      for (const [token, value] of tokens) assert.match(value, SAFE, `${token} of ${JSON.stringify(theme)}`);
      const icon = tokens.get('--_icon') ?? 'rgb(255 255 255 / 1)';
      assert.match(icon, RGB);
      const colour = readColor(icon);
      const grounds = ['--_scrim-top', '--_scrim-bottom'].map((name) => readColor(tokens.get(name) ?? ''));
      for (const ground of grounds)
        assert.ok(
          colour && leastContrast(colour, ground ?? { ...BLACK, a: 0.7 }) >= 2.99,
          JSON.stringify(theme),
        );
    }
    assert.ok(taken > RUNS, `${taken} tokens`);
  });
});
