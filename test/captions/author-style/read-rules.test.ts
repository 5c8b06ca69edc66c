// The part of CSS that WebVTT's standard lets a file say of its cues; its examples, in our words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuthorStyle } from '../../../src/captions/author-style/author-style.ts';
import { readFileRules, readRules } from '../../../src/captions/author-style/read-rules.ts';
import { parseCueText, type CueElement } from '../../../src/captions/text/cue-text.ts';

const line = (look: ReadonlyMap<string, string>) =>
  [...look].map(([name, value]) => `${name}: ${value}`).join('; ');
/** How a cue looks. */
const cue = (css: string, id = '') => line(new AuthorStyle(readRules([css])).lookOf({ id }));
/** How the first element of a text looks. */
const element = (css: string, text: string) => {
  const found = parseCueText(text).find(
    (part): part is CueElement => typeof part !== 'string' && 'tag' in part,
  );
  assert.ok(found);
  return line(new AuthorStyle(readRules([css])).lookOf(found));
};

describe('the styles of a WebVTT file', () => {
  it('are those of the blocks before its first cue', () => {
    const file = `WEBVTT

STYLE
::cue {
  background-image: linear-gradient(to bottom, dimgray, lightgray);
  color: papayawhip;
}
/* A blank line or an arrow would end the block. */

NOTE words between them

STYLE
::cue(b) {
  color: peachpuff;
}

hello
00:00:00.000 --> 00:00:10.000
Hello <b>world</b>.

STYLE
::cue { color: red }
`;
    const rules = readFileRules(file);
    assert.equal(line(new AuthorStyle(rules).lookOf({ id: 'hello' })), 'color: papayawhip');
    assert.equal(rules.length, 2);
    assert.deepEqual(readFileRules(file.slice(0, file.indexOf('-->'))), rules);
    assert.deepEqual(readFileRules('no captions'), []);
  });

  const selectors: readonly (readonly [css: string, text: string, isIt: boolean])[] = [
    ['::cue(b)', '<b>x', true],
    ['::cue(B)', '<b>x', true],
    ['::cue(b)', '<i>x', false],
    ['::cue', '<b>x', false],
    ['::cue(*)', '<ruby>x', true],
    ['::cue(.loud)', '<c.loud>x', true],
    ['::cue(.loud)', '<v.soft.loud Ann>x', true],
    ['::cue(.Loud)', '<c.loud>x', false],
    ['::cue(c.loud.near)', '<c.near.loud>x', true],
    ['::cue(c.loud.near)', '<c.loud>x', false],
    ['::cue(i.loud)', '<c.loud>x', false],
    ['::cue(v[voice="Esme"])', '<v Esme>x', true],
    ['::cue(v[voice="Esme"])', '<v Esme R.>x', false],
    ["::cue(v[ voice = 'Ann  Lee' ])", '<v Ann  Lee>x', false],
    ["::cue(v[voice='Ann Lee'])", '<v Ann  Lee>x', true],
    ['::cue([voice=Ann])', '<v Ann>x', true],
    ['::cue([voice=Ann])', '<lang Ann>x', false],
    ['::cue([lang="en-GB"])', '<lang en-GB>x', true],
    ['::cue([class="a"])', '<c.a>x', false],
    ['::cue(v[voice^="A"])', '<v Ann>x', false],
    ['::cue(lang), ::cue(rt)', '<lang en>x', true],
    ['::cue(i, b)', '<b>x', true],
    ['::cue(b), p', '<b>x', false],
    ['::cue(b i)', '<b>x', false],
    ['::cue(b', '<b>x', false],
    ['::cue()', '<b>x', false],
    ['::cue(:past)', '<b>x', false],
    ['::cue(p)', '<b>x', false],
    ['::cue-region', '<b>x', false],
    ['video::cue(b)', '<b>x', false],
    ['.later', '<b>x', false],
    [String.raw`::cue(.caf\e9 )`, '<c.café>x', true],
    [String.raw`::cue(.a\.b)`, '<c.a.b>x', false],
    [String.raw`::cue(.\31 a)`, '<c.1a>x', true],
    ['/* a } */::cue(/* b */b)', '<b>x', true],
  ];
  for (const [css, text, isIt] of selectors) {
    it(`${isIt ? 'finds' : 'does not find'} ${text} by ${css}`, () => {
      assert.equal(element(`${css} { color: red }`, text), isIt ? 'color: red' : '');
    });
  }

  it('find a cue by its id, which may be a number', () => {
    assert.equal(cue('::cue(#intro) { color: red }', 'intro'), 'color: red');
    assert.equal(cue('::cue(#intro) { color: red }', 'outro'), '');
    assert.equal(cue(String.raw`::cue(#\31) { color: lime }`, '1'), 'color: lime');
    assert.equal(
      cue(String.raw`::cue(#crédit\ de\ transcription) { color: red }`, 'crédit de transcription'),
      'color: red',
    );
    assert.equal(cue('::cue(b#intro) { color: red }', 'intro'), '');
  });

  const values: readonly (readonly [css: string, look: string])[] = [
    ['color: RebeccaPurple', 'color: rebeccapurple'],
    ['color: #F0f', 'color: rgb(255 0 255 / 1)'],
    ['color: #ff000080', 'color: rgb(255 0 0 / 0.502)'],
    ['color: rgb(1, 2, 3)', 'color: rgb(1 2 3 / 1)'],
    ['color: rgba(100% 0% 0% / 50%)', 'color: rgb(255 0 0 / 0.5)'],
    ['color: hsl(120, 100%, 50%)', 'color: rgb(0 255 0 / 1)'],
    ['color: hsl(120deg 100% 50% / .5)', 'color: rgb(0 255 0 / 0.5)'],
    ['background: black', 'background-color: black'],
    ['background: rgba(0,0,0,.5)', 'background-color: rgb(0 0 0 / 0.5)'],
    ['background-color: transparent', 'background-color: transparent'],
    ['background: url(https://a.test/x.png)', ''],
    ['background: red url("x")', ''],
    ['background-image: url(x)', ''],
    ['color: url(x)', ''],
    ['color: var(--_bar-height)', ''],
    ['color: inherit', ''],
    ['color: canvas', ''],
    ['color: expression(alert(1))', ''],
    ['color: #12345', ''],
    ['color: "red"', ''],
    ['color: red blue', ''],
    ['color', ''],
    [': red', ''],
    ['font-weight: bold', 'font-weight: bold'],
    ['font-weight: 700', 'font-weight: 700'],
    ['font-weight: 7000', ''],
    ['font-style: italic', 'font-style: italic'],
    ['font-style: oblique 90deg', ''],
    ['text-decoration: overline underline', 'text-decoration-line: underline overline'],
    ['text-decoration: none', 'text-decoration-line: none'],
    ['text-decoration: underline wavy', ''],
    ['opacity: .5', 'opacity: 0.5'],
    ['opacity: 40%', 'opacity: 0.4'],
    ['opacity: 9', 'opacity: 1'],
    ['opacity: -1', ''],
    ['font-size: 900px', ''],
    ['text-shadow: 0 0 9px red', ''],
    ['visibility: hidden', ''],
    ['position: fixed; color: red', 'color: red'],
    ['color: red; color: nonsense', 'color: red'],
    ['color: red; color: lime', 'color: lime'],
    ['color: red !important; color: lime', 'color: red'],
    ['color: red ! Important', 'color: red'],
    ['color: red !importantly', ''],
    ['COLOR : red;;', 'color: red'],
    ['col/* x */or: red', ''],
    ['color: red', 'color: red'],
    ['color: red; & b { color: lime }', ''],
    ['color: "; } ::cue { color: red', ''],
  ];
  for (const [css, look] of values) {
    it(`${look ? 'take' : 'leave out'} ${css}`, () => assert.equal(cue(`::cue { ${css} }`), look));
  }

  it('skip at-rules and read the rules after them', () => {
    const rest = '::cue { color: lime }';
    for (const one of [
      '@import url(https://a.test/x.css);',
      '@import "x.css" screen;',
      '@font-face { font-family: x; src: url(x) }',
      '@media all { ::cue { color: red } }',
      '@charset "utf-8";',
      'p { color: red }',
      '}',
      '::cue { color: red } }',
    ])
      assert.equal(cue(`${one} ${rest}`), 'color: lime', one);
  });

  it('agree by strength, then by order', () => {
    assert.equal(element('::cue(.a) { color: red } ::cue(c) { color: lime }', '<c.a>x'), 'color: red');
    assert.equal(element('::cue(c) { color: red } ::cue(c) { color: lime }', '<c.a>x'), 'color: lime');
    assert.equal(cue('::cue(#a) { color: red } ::cue { color: lime }', 'a'), 'color: red');
    assert.equal(
      element('::cue(c) { color: red !important } ::cue(.a) { color: lime }', '<c.a>x'),
      'color: red',
    );
    const both = '::cue(c) { color: red; opacity: .5 } ::cue(.a) { color: lime }';
    assert.equal(element(both, '<c.a>x'), 'color: lime; opacity: 0.5');
  });

  it('have an end, whatever stands in them', () => {
    assert.equal(readRules(['::cue(b) { color: red }\n'.repeat(1_000)]).length, 100);
    assert.equal(readRules([`::cue(${'b,'.repeat(5_000)}b) { color: red }`]).length, 100);
    assert.deepEqual(readRules([`::cue(${'.a'.repeat(50)}) { color: red }`]), []);
    const units = ['"', "'", '\\', '"\\', '/*', '(', '{', '}', '[', '@', '#', ':', '::cue(', '-', '\\0', ' '];
    for (const unit of units)
      assert.deepEqual(readRules([`::cue ${unit.repeat(50_000 / unit.length)}`]), [], unit);
  });
});
