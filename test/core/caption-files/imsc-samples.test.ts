// What the standards say about TTML2 and IMSC 1.1's text profile, case by case; the documents are our own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCaptions } from '../../../src/core/caption-files/read-captions.ts';
import { finish } from '../../../src/core/async/slices.ts';

const NAMESPACES =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ' +
  'xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ittp="http://www.w3.org/ns/ttml/profile/imsc1#parameter" xml:lang="en"';
const documentOf = (body: string, head = '', root = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt ${NAMESPACES} ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ${root}>\n<head>${head}</head>\n${body.startsWith('<body') ? body : `<body>${body}</body>`}\n</tt>`;
const cuesOf = (...parts: Parameters<typeof documentOf>) => finish(readCaptions(documentOf(...parts)));
const times = (...parts: Parameters<typeof documentOf>) =>
  cuesOf(...parts).map(({ start, end, text }) => [round(start), round(end), text]);
const texts = (...parts: Parameters<typeof documentOf>) => cuesOf(...parts).map(({ text }) => text);
const settings = (...parts: Parameters<typeof documentOf>) => cuesOf(...parts).map((cue) => cue.settings);
const round = (seconds: number) => Math.round(seconds * 1e6) / 1e6;
const timed = (text: string, attributes = '') =>
  `<div><p begin="1s" end="2s" ${attributes}>${text}</p></div>`;

describe('times of IMSC', () => {
  const table: [what: string, attributes: string, root: string, start: number, end: number][] = [
    ['clock', 'begin="00:00:01" end="00:01:02.5"', '', 1, 62.5],
    ['hours of three digits', 'begin="100:00:00" end="100:00:01"', '', 360_000, 360_001],
    ['frames of the default rate', 'begin="00:00:00:15" end="00:00:01:00"', '', 0.5, 1],
    ['frames', 'begin="00:00:01:12" end="00:00:02:00"', 'ttp:frameRate="24"', 1.5, 2],
    [
      'frames of a multiplied rate',
      'begin="0f" end="00:00:10:15"',
      'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
      0,
      10.5005,
    ],
    ['offsets in frames', 'begin="25f" end="62.5f"', 'ttp:frameRate="25"', 1, 2.5],
    ['ticks', 'begin="10000000t" end="25000000t"', 'ttp:tickRate="10000000"', 1, 2.5],
    ['ticks are frames without a rate', 'begin="24t" end="36t"', 'ttp:frameRate="24"', 1, 1.5],
    ['ticks are seconds without either', 'begin="1t" end="2t"', '', 1, 2],
    ['hours, minutes, milliseconds', 'begin="0.5m" end="0.01h"', '', 30, 36],
    ['milliseconds', 'begin="250ms" end="1500ms"', '', 0.25, 1.5],
    ['a duration', 'begin="2s" dur="500ms"', '', 2, 2.5],
    ['the earlier of end and duration', 'begin="2s" dur="9s" end="4s"', '', 2, 4],
    ['the earlier of duration and end', 'begin="2s" dur="1s" end="4s"', '', 2, 3],
  ];
  for (const [what, attributes, root, start, end] of table)
    it(`count ${what}`, () =>
      assert.deepEqual(times(`<div><p ${attributes}>x</p></div>`, '', root), [[start, end, 'x']]));

  for (const wrong of ['1', '1 s', '-1s', '00:00', '1:2:3', '00:00:00,5', 'x', '', '1S', '00:00:00.'])
    it(`do not read ${JSON.stringify(wrong)}`, () =>
      assert.deepEqual(times(`<div><p begin="0s" end="${wrong}">x</p></div>`), []));

  it('nest: each counts from the one around and ends with it', () => {
    const body = `<body begin="10s" end="100s"><div begin="1s" dur="20s"><p begin="1s" end="5s">a</p><p begin="2s" end="99s">b</p></div>
      <div begin="50s"><p begin="1s"><span begin="1s" end="2s">c</span></p></div></body>`;
    assert.deepEqual(times(body), [
      [12, 16, 'a'],
      [13, 31, 'b'],
      [62, 63, 'c'],
    ]);
  });

  it('follow each other in a sequence', () => {
    const body = `<div timeContainer="seq"><p begin="1s" dur="2s">a</p><p dur="1s">b</p><p begin="500ms" end="1s">c</p></div>`;
    assert.deepEqual(times(body), [
      [1, 3, 'a'],
      [3, 4, 'b'],
      [4.5, 5, 'c'],
    ]);
    const nested = `<body timeContainer="seq"><div dur="2s"><p end="1s">a</p></div><div><p begin="1s" end="2s">b</p></div></body>`;
    assert.deepEqual(times(nested), [
      [0, 1, 'a'],
      [3, 4, 'b'],
    ]);
    const spans = `<div><p begin="10s" timeContainer="seq"><span dur="1s">a</span><span dur="2s">b</span></p></div>`;
    assert.deepEqual(times(spans), [
      [10, 11, 'a'],
      [11, 13, 'b'],
    ]);
  });

  it('of spans cut a paragraph into moments', () => {
    const body = `<div><p begin="10s" end="20s">a<span begin="2s" end="4s">b</span><span begin="3s"><span end="2s">c</span>d</span></p></div>`;
    assert.deepEqual(times(body), [
      [10, 12, 'a'],
      [12, 13, 'ab'],
      [13, 14, 'abcd'],
      [14, 15, 'acd'],
      [15, 20, 'ad'],
    ]);
  });
});

describe('content of IMSC', () => {
  const table: [what: string, inside: string, text: string][] = [
    ['line breaks', 'a<br/>b<br/>\n   c', 'a\nb\nc'],
    ['collapsed spaces', '  a\n\t b  ', 'a b'],
    ['kept spaces', '<span xml:space="preserve">a  b</span>', 'a  b'],
    [
      'spaces kept outside, not within',
      '<span xml:space="preserve">a  b<span xml:space="default">c  d</span></span>',
      'a  bc d',
    ],
    ['markup of WebVTT', '&lt;b&gt; &amp; <![CDATA[<i>&]]>', '&lt;b&gt; &amp; &lt;i&gt;&amp;'],
    ['characters by number', '&#233;&#xE9;', 'éé'],
    ['another language', 'a <span xml:lang="fr">b</span>', 'a <lang fr>b</lang>'],
    ['the same language', 'a <span xml:lang="en">b</span>', 'a b'],
    ['metadata and animation', '<metadata>m</metadata>a<set tts:color="red"/>b', 'ab'],
    ['elements of others', '<x:y xmlns:x="urn:x">n</x:y>a', 'a'],
    ['spans in spans', '<span><span>a</span></span>', 'a'],
    [
      'ruby',
      '<span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">kan</span></span>',
      '<ruby>漢<rt>kan</rt></ruby>',
    ],
    [
      'ruby with containers and parentheses',
      '<span tts:ruby="container"><span tts:ruby="baseContainer"><span tts:ruby="base">漢字</span></span><span tts:ruby="delimiter">(</span><span tts:ruby="textContainer"><span tts:ruby="text">kanji</span></span><span tts:ruby="delimiter">)</span></span>',
      '<ruby>漢字<rt>kanji</rt></ruby>',
    ],
    ['what is not displayed', 'a<span tts:display="none">b</span>', 'a'],
    ['what is not visible', 'a<span tts:visibility="hidden">b</span>', 'a'],
  ];
  for (const [what, inside, text] of table)
    it(`has ${what}`, () => assert.deepEqual(texts(timed(inside)), [text]));

  it('is empty where no text is given', () => {
    assert.deepEqual(texts(timed(' <br/> \n')), []);
    assert.deepEqual(texts(timed('x', 'tts:display="none"')), []);
    assert.deepEqual(texts(`<div tts:display="none">${timed('x')}</div>`), []);
  });

  it('keeps spaces when the document or a paragraph says so', () => {
    assert.deepEqual(texts(timed('a  b'), '', 'xml:space="preserve"'), ['a  b']);
    assert.deepEqual(texts(timed('a  b', 'xml:space="preserve"')), ['a  b']);
  });
});

describe('styles of IMSC', () => {
  const styling = (...styles: string[]) => `<styling>${styles.join('')}</styling>`;

  const colors: [color: string, name: string | undefined][] = [
    ...(['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'] as const).map(
      (name) => [name, name] as [string, string],
    ),
    ...([
      ['aqua', 'cyan'],
      ['fuchsia', 'magenta'],
      ['Yellow', 'yellow'],
      ['#ffff00', 'yellow'],
      ['#FFFF00', 'yellow'],
    ] as [string, string][]),
    ...([
      ['#ffff00ff', 'yellow'],
      ['#ffff0080', 'yellow'],
      ['rgb(255,255,0)', 'yellow'],
      ['rgba(0, 255, 255, 128)', 'cyan'],
    ] as [string, string][]),
    ...['#ffff0000', 'rgba(255,255,0,0)', 'transparent', '#123456', 'constructor', '', 'rgb(300,0,0)'].map(
      (color) => [color, undefined] as [string, undefined],
    ),
  ];
  for (const [color, name] of colors)
    it(`have the colour ${JSON.stringify(color)}`, () =>
      assert.deepEqual(texts(timed('x', `tts:color="${color}"`)), [name ? `<c.${name}>x</c>` : 'x']));

  it('are named, one after the other, and overridden in place', () => {
    const head = styling(
      '<style xml:id="a" tts:color="red" tts:fontStyle="italic"/>',
      '<style xml:id="b" tts:color="yellow"/>',
      '<style xml:id="c" style="a b" tts:fontWeight="bold"/>',
    );
    assert.deepEqual(texts(timed('x', 'style="a b"'), head), ['<c.yellow><i>x</i></c>']);
    assert.deepEqual(texts(timed('x', 'style="c"'), head), ['<c.yellow><i><b>x</b></i></c>']);
    assert.deepEqual(texts(timed('x', 'style="c" tts:color="blue" tts:fontStyle="normal"'), head), [
      '<c.blue><b>x</b></c>',
    ]);
    assert.deepEqual(texts(timed('x', 'style="nothing  a"'), head), ['<c.red><i>x</i></c>']);
  });

  it('come down from body, division and region, the nearest first', () => {
    const head =
      '<layout><region xml:id="r" tts:color="red"><style tts:fontStyle="italic"/></region></layout>';
    const body = (own: string) =>
      `<body tts:textDecoration="underline"><div region="r" ${own}><p begin="0s" end="1s">x</p></div></body>`;
    assert.deepEqual(texts(body(''), head), ['<c.red><i><u>x</u></i></c>']);
    assert.deepEqual(texts(body('tts:color="lime"'), head), ['<c.lime><i><u>x</u></i></c>']);
    assert.deepEqual(
      texts(`<body tts:color="cyan"><div region="r"><p begin="0s" end="1s">x</p></div></body>`, head),
      ['<c.cyan><i>x</i></c>'],
    );
  });

  it('of a span are written where they differ', () => {
    assert.deepEqual(
      texts(timed('a<span tts:color="red">b</span><span tts:color="yellow">c</span>', 'tts:color="red"')),
      ['<c.red>ab<c.yellow>c</c></c>'],
    );
    assert.deepEqual(texts(timed('<span tts:backgroundColor="black">a</span>')), ['<c.bg_black>a</c>']);
  });
});

describe('regions of IMSC', () => {
  const inRegion = (attributes: string, root = '', own = '') =>
    settings(timed('x', `region="r" ${own}`), `<layout><region xml:id="r" ${attributes}/></layout>`, root)[0];
  const table: [what: string, attributes: string, root: string, said: string][] = [
    ['per cent, at the top', 'tts:origin="10% 10%" tts:extent="80% 20%"', '', 'line:10%'],
    ['per cent, at the bottom', 'tts:origin="10% 70%" tts:extent="80% 20%"', '', ''],
    [
      'a low box whose text is at its end',
      'tts:origin="0% 0%" tts:extent="100% 100%" tts:displayAlign="after"',
      '',
      '',
    ],
    ['the middle', 'tts:origin="0% 20%" tts:extent="100% 40%" tts:displayAlign="center"', '', 'line:40%'],
    [
      'the left',
      'tts:origin="5% 10%" tts:extent="40% 20%" tts:textAlign="start"',
      '',
      'line:10% align:start position:5% size:40%',
    ],
    [
      'the right',
      'tts:origin="50% 10%" tts:extent="45% 20%" tts:textAlign="end"',
      '',
      'line:10% align:end position:95% size:45%',
    ],
    [
      'pixels',
      'tts:origin="192px 108px" tts:extent="1536px 216px"',
      'tts:extent="1920px 1080px"',
      'line:10%',
    ],
    ['pixels of no size', 'tts:origin="192px 108px" tts:extent="1536px 216px"', '', ''],
    ['cells', 'tts:origin="2c 3c" tts:extent="28c 3c"', 'ttp:cellResolution="32 15"', 'line:20%'],
    ['cells of the standard', 'tts:origin="0c 3c" tts:extent="32c 3c"', '', 'line:20%'],
    ['shares of the root', 'tts:origin="10rw 10rh" tts:extent="80rw 20rh"', '', 'line:10%'],
    ['columns from the right', 'tts:writingMode="tbrl"', '', 'vertical:rl'],
    ['columns, said shortly', 'tts:writingMode="tb"', '', 'vertical:rl'],
    ['columns from the left', 'tts:writingMode="tblr"', '', 'vertical:lr'],
    ['garbage', 'tts:origin="x y" tts:extent="-1% 5" tts:textAlign="constructor"', '', ''],
  ];
  for (const [what, attributes, root, said] of table)
    it(`say ${what}`, () => assert.equal(inRegion(attributes, root), said));

  it("are the nearest element's, whose own alignment wins", () => {
    const head =
      '<layout><region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%"/><region xml:id="bottom" tts:origin="10% 80%" tts:extent="80% 10%"/></layout>';
    const body =
      '<div region="top"><p begin="0s" end="1s">a</p><p region="bottom" begin="0s" end="1s">b</p></div>';
    assert.deepEqual(settings(body, head), ['line:10%', '']);
    assert.equal(
      inRegion(
        'tts:origin="10% 10%" tts:extent="80% 20%" tts:textAlign="start"',
        '',
        'tts:textAlign="right"',
      ),
      'line:10% align:right',
    );
  });

  it('take their place from a style, too', () => {
    const head =
      '<styling><style xml:id="s" tts:origin="10% 10%" tts:extent="80% 20%"/></styling><layout><region xml:id="r" style="s"/></layout>';
    assert.deepEqual(settings(timed('x', 'region="r"'), head), ['line:10%']);
  });
});
