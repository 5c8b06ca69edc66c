// The rules of WebVTT's file parser, one after the other, as the public conformance set (web-platform-tests,
// webvtt/parsing/file-parsing) asks for them; the cases are our own. Browsers read `<track>` files natively: this reader
// is for files that an author hands over, which are looked at before they are sent.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  readWebVtt,
  type VttFile,
  type VttFileCue,
} from '../../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../../../src/core/async/slices.ts';

const read = (text: string): VttFile | undefined => finish(readWebVtt(text));
const cuesOf = (text: string): readonly VttFileCue[] => read(text)?.cues ?? [];
/** The ids and words of a file's cues. */
const says = (text: string) => cuesOf(text).map(({ id, text: words }) => [id, words]);
const ARROW = '00:00.000 --> 00:01.000';

describe('the signature of a WebVTT file', () => {
  const body = `\n\n${ARROW}\nx`;
  for (const begin of ['WEBVTT', '\ufeffWEBVTT', 'WEBVTT ', 'WEBVTT\t', 'WEBVTT - a title', 'WEBVTT\tX: y'])
    it(`is ${JSON.stringify(begin)}`, () => assert.deepEqual(says(begin + body), [['', 'x']]));
  for (const whole of ['WEBVTT', 'WEBVTT ', 'WEBVTT\t', 'WEBVTT\n', '\ufeffWEBVTT', 'WEBVTT\r\n\r\n'])
    it(`may be all: ${JSON.stringify(whole)}`, () => assert.deepEqual(read(whole)?.cues, []));
  const others = [
    ...[
      '',
      'WEBVT',
      'webvtt',
      'WEBVTTx',
      ' WEBVTT',
      '\nWEBVTT',
      'WEBVTT\u00a0',
      'WEBVTT\f',
      'WEBVTT-',
      'WEBVTT\0',
    ],
    ...['\ufeff\ufeffWEBVTT', 'X\ufeffWEBVTT', `${ARROW}\nx`],
  ];
  for (const begin of others)
    it(`is not ${JSON.stringify(begin)}`, () => assert.equal(read(begin + body), undefined));
});

describe('blocks of a WebVTT file', () => {
  const table: [name: string, file: string, cues: string[][]][] = [
    ['nothing is between the signature and a cue', `WEBVTT\n${ARROW}\nx`, [['', 'x']]],
    ['a header is left out', `WEBVTT\nKind: captions\nLanguage: en\n\n${ARROW}\nx`, [['', 'x']]],
    ['a header ends at an arrow', `WEBVTT\nheader\n${ARROW}\nx`, [['', 'x']]],
    ['a header is no id', `WEBVTT a\nb\n${ARROW}\nx`, [['', 'x']]],
    ['an id stands above', `WEBVTT\n\nan id\n${ARROW}\nx`, [['an id', 'x']]],
    [
      'an id may be a number, or spaces',
      `WEBVTT\n\n1\n${ARROW}\nx\n\n \n${ARROW}\ny`,
      [
        ['1', 'x'],
        [' ', 'y'],
      ],
    ],
    ['two lines above are no id', `WEBVTT\n\none\ntwo\n${ARROW}\nx`, [['', 'x']]],
    ['a note is left out', `WEBVTT\n\nNOTE a\nb\n\nNOTE\n\n${ARROW}\nx`, [['', 'x']]],
    ['a note is no id unless it stands there', `WEBVTT\n\nNOTE a\n${ARROW}\nx`, [['NOTE a', 'x']]],
    ['words without an arrow are left out', `WEBVTT\n\nwords\n\n${ARROW}\nx\n\nmore\nof them`, [['', 'x']]],
    ['text has lines', `WEBVTT\n\n${ARROW}\none\n two \n\tthree`, [['', 'one\n two \n\tthree']]],
    ['text ends at an empty line', `WEBVTT\n\n${ARROW}\nx\n\ny`, [['', 'x']]],
    ['a line of spaces is no empty line', `WEBVTT\n\n${ARROW}\nx\n \ny`, [['', 'x\n \ny']]],
    [
      'a cue may say nothing',
      `WEBVTT\n\n${ARROW}\n\n${ARROW}`,
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'an arrow begins another cue',
      `WEBVTT\n\n${ARROW}\nx\n${ARROW}\ny`,
      [
        ['', 'x'],
        ['', 'y'],
      ],
    ],
    [
      'an id below text is text',
      `WEBVTT\n\n${ARROW}\nx\nid\n${ARROW}\ny`,
      [
        ['', 'x\nid'],
        ['', 'y'],
      ],
    ],
    ['a bare arrow takes nothing with it', `WEBVTT\n\n-->\n${ARROW}\nx`, [['', 'x']]],
    ['text below a bare arrow goes with it', `WEBVTT\n\n-->\nlost\n\n${ARROW}\nx`, [['', 'x']]],
    ['half an arrow is none', `WEBVTT\n\n${ARROW}\na -- > b ->`, [['', 'a -- > b ->']]],
    ['any number of empty lines', `WEBVTT\n\n\n\n\n${ARROW}\nx\n\n\n\n`, [['', 'x']]],
    ['ends: CR', `WEBVTT\r\rid\r${ARROW}\rx\ry`, [['id', 'x\ny']]],
    ['ends: CRLF', `WEBVTT\r\n\r\nid\r\n${ARROW}\r\nx\r\ny\r\n`, [['id', 'x\ny']]],
    [
      'ends: LFCR are two',
      `WEBVTT\n\n${ARROW}\nx\n\rid\n${ARROW}\ny`,
      [
        ['', 'x'],
        ['id', 'y'],
      ],
    ],
    ['ends: CRCRLF are two', `WEBVTT\n\n${ARROW}\r\nx\r\r\ny`, [['', 'x']]],
    ['NUL becomes a sign for it', `WEBVTT\n\ni\0d\n${ARROW}\nx\0\0y`, [['i\ufffdd', 'x\ufffd\ufffdy']]],
    ['other controls stay', `WEBVTT\n\n${ARROW}\nx\v\u0085\u2028y`, [['', 'x\v\u0085\u2028y']]],
  ];
  for (const [name, file, cues] of table) it(name, () => assert.deepEqual(says(file), cues));

  it('count arrows whose times cannot be read', () => {
    assert.equal(read(`WEBVTT\n\n${ARROW}\nx\n\n1\n0:0 --> 1\ny\n\n-->`)?.unread, 2);
  });
});

describe('times of a WebVTT file', () => {
  const good: [line: string, start: number, end: number][] = [
    ['00:00:00.000 --> 00:00:01.000', 0, 1],
    ['00:59.999 --> 59:59.999', 59.999, 3599.999],
    ['0:00:01.500 --> 1:00:00.000', 1.5, 3600],
    ['123:00:00.000 --> 0123456:59:59.999', 442_800, 123_456 * 3600 + 3599.999],
    ['00:01.000-->00:02.000', 1, 2],
    ['\t00:01.000\t-->\t00:02.000', 1, 2],
    ['  00:01.000   -->   00:02.000 ', 1, 2],
    ['\f00:01.000\f-->\f00:02.000\f', 1, 2],
    ['00:05.000 --> 00:02.000', 5, 2],
    ['60:00:00.000 --> 99:00:00.000', 216_000, 356_400],
    ['00:01.000 --> 00:02.000garbage', 1, 2],
    ['00:01.000 --> 00:02.000 --> 00:03.000', 1, 2],
  ];
  for (const [line, start, end] of good)
    it(`read ${JSON.stringify(line)}`, () => {
      assert.deepEqual(
        cuesOf(`WEBVTT\n\n${line}\nx`).map(({ startTime, endTime }) => [startTime, endTime]),
        [[start, end]],
      );
    });

  const times = [
    ...['00:00:60.000', '00:60:00.000', '60:00.000', '00:60.000', '00:61.000', '0:00.000', '000:00.000'],
    ...['00:00.00', '00:00.0000', '00:00', '00:00:00', '00:00:00,000', '00:00,000', '00.00.000', '00:0.000'],
    ...[
      '00:00:0.000',
      '00:000.000',
      '00:00:000.000',
      '00:000:00.000',
      '-00:00.000',
      '+00:00.000',
      '00:00.-00',
    ],
    ...[
      'x00:00.000',
      '00:00.x00',
      '00:00 .000',
      '00: 00.000',
      '00:00. 000',
      ':00:00.000',
      ':00.000',
      '.000',
      '0',
    ],
    ...['', '1:00:00', '00:00:00:00.000', '٠٠:٠٠.٠٠٠', '00：00.000', '1e1:00:00.000'],
  ];
  for (const time of times)
    it(`do not read ${JSON.stringify(time)}`, () => {
      assert.deepEqual(says(`WEBVTT\n\n${time} --> 99:00:00.000\nx`), []);
      assert.deepEqual(says(`WEBVTT\n\n00:00.000 --> ${time}\nx`), []);
    });

  for (const arrow of ['->', '-- >', '- ->', '—>', '→', '=>', '--', 'a -->', '--a-->'])
    it(`stand around no ${JSON.stringify(arrow)}`, () => {
      assert.deepEqual(says(`WEBVTT\n\n00:00.000 ${arrow} 00:01.000\nx`), []);
    });
});

describe('long WebVTT files', () => {
  it('are read up to 50,000 cues', () => {
    assert.equal(cuesOf(`WEBVTT\n\n${`${ARROW}\nx\n\n`.repeat(50_010)}`).length, 50_000);
  });
});
