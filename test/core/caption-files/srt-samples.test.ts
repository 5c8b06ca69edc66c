// SubRip has no standard: these are the ways in which its files are found.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertCaptions, readCaptions } from '../../../src/core/caption-files/read-captions.ts';
import { finish } from '../../../src/core/async/slices.ts';

const cuesOf = (file: string) => finish(readCaptions(file)).map(({ start, end, text }) => [start, end, text]);
const textOf = (inside: string) => cuesOf(`1\n00:00:01,000 --> 00:00:02,000\n${inside}\n`)[0]?.[2];
const TWO = '1\n00:00:01,000 --> 00:00:02,000\nOne\nline\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
const READ = [
  [1, 2, 'One\nline'],
  [3, 4, 'Two'],
];

describe('SubRip files from the field', () => {
  const files: Record<string, string> = {
    'lines end as on Unix': TWO,
    'lines end as on Windows': TWO.replaceAll('\n', '\r\n'),
    'lines end as on an old Mac': TWO.replaceAll('\n', '\r'),
    'lines were converted twice': TWO.replaceAll('\n', '\r\r\n'),
    'a byte order mark stands first': `\ufeff${TWO}`,
    'empty lines stand first and last': `\n\n\n${TWO}\n\n\n`,
    'no line ends the last cue': TWO.trimEnd(),
    'no empty line is between cues': TWO.replaceAll('\n\n', '\n'),
    'several empty lines are between cues': TWO.replaceAll('\n\n', '\n\n\n\n'),
    'empty lines have spaces in them': TWO.replaceAll('\n\n', '\n \t\n'),
    'no cue has a number': TWO.replace(/^\d\n/gm, ''),
    'all numbers are the same': TWO.replace('2\n', '1\n'),
    'numbers go backwards': TWO.replace(/^1\n/, '9\n'),
    'a number is a word': TWO.replace(/^1\n/, 'one\n'),
    'times have points': TWO.replaceAll(',', '.'),
    'times have no hours': TWO.replaceAll('00:00:0', '00:0'),
    'times are short': TWO.replaceAll('00:00:0', '0:0:').replaceAll(',000', ',0'),
    'arrows have no spaces': TWO.replaceAll(' --> ', '-->'),
    'arrows have many spaces': TWO.replaceAll(' --> ', '  \t-->  '),
    'places stand behind the times': TWO.replaceAll(/(\d)\n(One|Two)/g, '$1 X1:100 X2:200 Y1:1 Y2:2\n$2'),
  };
  for (const [what, file] of Object.entries(files))
    it(`is read where ${what}`, () => assert.deepEqual(cuesOf(file), READ));

  it('may have cues in any order; WebVTT has them by time', () => {
    const file = '2\n00:00:03,000 --> 00:00:04,000\nb\n\n1\n00:00:01,000 --> 00:00:02,000\na\n';
    assert.match(finish(convertCaptions(file)) ?? '', /\na\n\n00:00:03\.000.*\nb\n$/);
  });

  it('leaves out cues that end before they begin, or say nothing', () => {
    const file =
      '1\n00:00:05,000 --> 00:00:04,000\nx\n\n2\n00:00:05,000 --> 00:00:05,000\nx\n\n3\n00:00:05,000 --> 00:00:06,000\n\n';
    assert.deepEqual(cuesOf(`${TWO}\n${file}`), READ);
  });

  it('keeps numbers that are said', () => {
    assert.equal(textOf('The year\n1984'), 'The year\n1984');
    assert.equal(textOf('1984'), '1984');
  });
});

describe('markup in SubRip', () => {
  const table: [source: string, text: string][] = [
    ['<b>a</b> <i>b</i> <u>c</u>', '<b>a</b> <i>b</i> <u>c</u>'],
    ['<I>a</I>', '<i>a</i>'],
    ['<b>a', '<b>a'],
    ['<font color="#ffff00">a</font>', '<c.yellow>a</c>'],
    ["<font color='red'>a</font>", '<c.red>a</c>'],
    ['<font color=cyan size=2>a</font>', '<c.cyan>a</c>'],
    ['<FONT COLOR="#00FF00">a</FONT>', '<c.lime>a</c>'],
    ['<font color="#123456">a</font>', 'a'],
    ['<font color="constructor">a</font>', 'a'],
    ['<font color="yellow">a<font face="x">b</font>c</font>d', '<c.yellow>abc</c>d'],
    ['</font>a', 'a'],
    ['{\\an8}a', 'a'],
    ['{\\i1}a{\\i0}', 'a'],
    ['{\\pos(10,20)\\fs30}a', 'a'],
    ['{a}', '{a}'],
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['<v Ann>x', '&lt;v Ann&gt;x'],
    ['&lt;', '&amp;lt;'],
  ];
  for (const [source, text] of table) it(`is read: ${source}`, () => assert.equal(textOf(source), text));

  it('says a place', () => {
    const places = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (key) => finish(readCaptions(`1\n00:00:01,000 --> 00:00:02,000\n{\\an${key}}x`))[0]?.settings,
    );
    const [left, right] = ['position:0% align:start', 'position:100% align:end'];
    assert.deepEqual(places, [
      ...[left, '', right],
      ...[`line:45% ${left}`, 'line:45%', `line:45% ${right}`],
      ...[`line:5% ${left}`, 'line:5%', `line:5% ${right}`],
    ]);
  });
});
