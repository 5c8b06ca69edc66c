import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stampOf, toWebVtt } from '../../../src/core/caption-files/cues/cue-file.ts';
import * as captions from '../../../src/core/caption-files/read-captions.ts';
import { finish } from '../../../src/core/async/slices.ts';

const readCaptions = (file: string) => finish(captions.readCaptions(file));
const toWebVttFile = (file: string) => finish(captions.convertCaptions(file));

const tt = (body: string, head = '', attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tt [<!ENTITY a "b">]>
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en" ${attributes}>
<tt:head>${head}</tt:head><tt:body>${body}</tt:body></tt:tt>`;
const p = (times: string, text: string) => tt(`<tt:div><tt:p ${times}>${text}</tt:p></tt:div>`);
const texts = (file: string) => readCaptions(file).map(({ text }) => text);
const spans = (file: string) => readCaptions(file).map(({ start, end }) => [start, end]);

describe('SubRip', () => {
  it('is read in the format that its text shows', () => {
    const file =
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,5\r\nOne\r\nmore\r\n\r\n2\r\n0:1:2.003 --> 01:00:00,000 X1:0\r\n<b>Two</B> & <x>\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\nThree\r\n\r\nlost\r\n\r\n4\r\n00:00:09,000 --> 00:00:08,000\r\nBack\r\n';
    assert.deepEqual(readCaptions(file.slice(1)), [
      { start: 1, end: 2.5, text: 'One\nmore', settings: '' },
      { start: 62.003, end: 3600, text: '<b>Two</b> &amp; &lt;x&gt;', settings: '' },
      { start: 5, end: 6, text: 'Three', settings: '' },
    ]);
    assert.match(
      toWebVttFile(file) ?? '',
      /^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.500\nOne\nmore\n\n00:00:05\.000/,
    );
  });

  it('keeps colours of speakers and places at the top', () => {
    const [cue] = readCaptions(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#FFFF00">Ann</font> {\\pos(1,2)}<font face="x">Bob</font>\n',
    );
    assert.deepEqual([cue?.text, cue?.settings], ['<c.yellow>Ann</c> Bob', 'line:5%']);
  });
});

describe('TTML', () => {
  it('has times of every kind, counted from the element around', () => {
    assert.deepEqual(spans(p('begin="00:00:01.5" end="00:01:00"', 'x')), [[1.5, 60]]);
    assert.deepEqual(spans(p('begin="2s" dur="500ms"', 'x')), [[2, 2.5]]);
    assert.deepEqual(spans(tt('<div begin="10s"><p begin="1s" end="2s">x</p></div>')), [[11, 12]]);
    const frames = 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001" ttp:tickRate="1000"';
    const [[start = 0, end = 0] = []] = spans(tt('<p begin="00:00:01:12" end="2500t">x</p>', '', frames));
    assert.ok(Math.abs(start - (1 + 12 / (24_000 / 1001))) < 1e-9);
    assert.equal(end, 2.5);
    const row = '<div timeContainer="seq"><p dur="1s">a</p><p dur="2s">b</p></div>';
    assert.deepEqual(spans(tt(row)), [
      [0, 1],
      [1, 3],
    ]);
    assert.deepEqual(spans(p('begin="1s"', 'without an end')), []);
  });

  it('has spans, lines, styles and ruby', () => {
    const head =
      '<styling><style xml:id="base" tts:color="white"/><style xml:id="ann" style="base" tts:color="#FFFF00FF" tts:fontStyle="italic"/></styling>';
    const body = '<p begin="0s" end="1s" style="base">  A &amp; <span style="ann">B<br/>\n  C</span> &lt;D ';
    assert.deepEqual(texts(tt(`${body}</p>`, head)), [
      '<c.white>A &amp; <c.yellow><i>B\nC</i></c> &lt;D</c>',
    ]);
    const ruby =
      '<span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">kan</span></span>';
    assert.deepEqual(texts(p('begin="0s" end="1s"', ruby)), ['<ruby>漢<rt>kan</rt></ruby>']);
  });

  it('shows spans in their own times', () => {
    const text = '<span begin="0s">One</span> <span begin="2s">two</span>';
    const cues = readCaptions(p('begin="10s" end="14s"', text));
    assert.deepEqual(
      cues.map(({ start, end, text: said }) => [start, end, said]),
      [
        [10, 12, 'One'],
        [12, 14, 'One two'],
      ],
    );
  });

  it('has regions', () => {
    const head =
      '<layout><region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%" tts:displayAlign="before"/>' +
      '<region xml:id="left"><style tts:origin="5% 70%" tts:extent="40% 20%" tts:textAlign="start"/></region>' +
      '<region xml:id="column" tts:writingMode="tbrl"/></layout>';
    const body = ['top', 'left', 'column', 'nowhere'].map(
      (region) => `<p region="${region}" begin="0s" end="1s">${region}</p>`,
    );
    assert.deepEqual(
      readCaptions(tt(body.join(''), head)).map(({ settings }) => settings),
      ['line:10%', 'align:start position:5% size:40%', 'vertical:rl', ''],
    );
  });

  it('expands nothing, fetches nothing and follows no circle', () => {
    const circle = '<styling><style xml:id="a" style="b"/><style xml:id="b" style="a"/></styling>';
    assert.deepEqual(texts(tt('<p style="a" begin="0s" end="1s">&a;<![CDATA[<b>]]><!-- x --></p>', circle)), [
      '&amp;a;&lt;b&gt;',
    ]);
  });
});

describe('WebVTT output', () => {
  it('says a time, and never ends a cue early', () => {
    assert.deepEqual([0, 1.0004, 3661.999, 360_000].map(stampOf), [
      ...['00:00:00.000', '00:00:01.000', '01:01:01.999', '100:00:00.000'],
    ]);
    const text = 'a\n\n00:00:00.000 --> 00:00:09.000\nb\r\rc';
    assert.equal(
      finish(toWebVtt([{ start: 1, end: 2, text, settings: '' }])),
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n00:00:00.000 --&gt; 00:00:09.000\nb\nc\n',
    );
  });

  it('is empty where there are no captions', () => {
    for (const file of [
      '',
      'WEBVTT',
      '<html><p>x</p></html>',
      '{"a":1}',
      tt(''),
      '<tt',
      '<tt><body><p begin="1s"',
      // Cues of which no word is left.
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}\n',
      '1\n00:00:01,000 --> 00:00:02,000\n\0\n',
    ])
      assert.equal(toWebVttFile(file), undefined, file);
  });
});
