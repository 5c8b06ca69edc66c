// The rules of WebVTT for what stands behind an arrow, for regions and for styles, as the public conformance set asks for them;
// the cases are our own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWebVtt, type VttFile } from '../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../../src/core/async/slices.ts';

const read = (text: string): VttFile | undefined => finish(readWebVtt(text));
const ARROW = '00:00.000 --> 00:01.000';
const cueWith = (settings: string) => {
  const [cue, ...others] = read(`WEBVTT\n\nREGION\nid:r\n\n${ARROW} ${settings}\nx`)?.cues ?? [];
  assert.ok(cue && others.length === 0, settings);
  return cue;
};
const DEFAULTS = {
  ...{ vertical: '', line: 'auto', snapToLines: true, lineAlign: 'start', position: 'auto' },
  ...{ positionAlign: 'auto', size: 100, align: 'center', region: undefined },
};

describe('settings of a cue', () => {
  const lines = [-1, 0, 1, 100, 101, 65_536, 4_294_967_296, 1e34, 1.5, -1.5];
  const table: [settings: string, changes: object][] = [
    ['', {}],
    ...lines.map(
      (line) => [`line:${line.toLocaleString('en', { useGrouping: false })}`, { line }] as [string, object],
    ),
    ['line:-0', { line: -0 }],
    ['line:0%', { line: 0, snapToLines: false }],
    ['line:00%', { line: 0, snapToLines: false }],
    ['line:99.5%', { line: 99.5, snapToLines: false }],
    ['line:100%,start', { line: 100, snapToLines: false }],
    ['line:1,center', { line: 1, lineAlign: 'center' }],
    ['line:100%,end', { line: 100, snapToLines: false, lineAlign: 'end' }],
    ['line:100%,middle', { line: 100, snapToLines: false }],
    ['line:5% line:2', { line: 2 }],
    ['line:2 line:5%', { line: 5, snapToLines: false }],
    ['line:1 line:x', { line: 1 }],
    ['position:1%', { position: 1 }],
    ['position:1.5%', { position: 1.5 }],
    ['position:100%', { position: 100 }],
    ['position:1%,line-left', { position: 1, positionAlign: 'line-left' }],
    ['position:1%,center', { position: 1, positionAlign: 'center' }],
    ['position:1%,line-right', { position: 1, positionAlign: 'line-right' }],
    ['position:1%,middle', { position: 1 }],
    ['position:1%, center', { position: 1 }],
    ['position:1% ,center', { position: 1 }],
    ['position:1% position:x', { position: 1 }],
    ['size:0%', { size: 0 }],
    ['size:33.3%', { size: 33.3 }],
    ['size:100%', {}],
    ['size:2% size:3%', { size: 3 }],
    ...['start', 'end', 'left', 'right'].map((align) => [`align:${align}`, { align }] as [string, object]),
    ['align:start align:center', {}],
    ['align:end align:middle', { align: 'end' }],
    ['vertical:rl', { vertical: 'rl' }],
    ['vertical:lr', { vertical: 'lr' }],
    ['vertical:rl vertical:xx', { vertical: 'rl' }],
    [
      'align:start line:1% vertical:lr size:50% position:25%',
      { align: 'start', line: 1, snapToLines: false, vertical: 'lr', size: 50, position: 25 },
    ],
    ['garbage align:end x:y :a b: ::', { align: 'end' }],
    ['align:end\tsize:5%', { align: 'end', size: 5 }],
    ['xalign:end', {}],
  ];
  for (const [settings, changes] of table)
    it(`are ${JSON.stringify(settings)}`, () => {
      const { id, startTime, endTime, text, ...said } = cueWith(settings);
      assert.deepEqual([id, startTime, endTime, text], ['', 0, 1, 'x']);
      assert.deepEqual(said, { ...DEFAULTS, ...changes });
    });

  const wrong = [
    ...[
      'line:',
      'line: 1',
      'line :1',
      'line:x',
      'line:-',
      'line:%',
      'line:1-',
      'line:--1',
      'line:1%-',
      'line:%1',
      'line:1%%',
    ],
    ...[
      'line:0%0',
      'line:0%x',
      'line:-0%',
      'line:-1%',
      'line:101%',
      'line:4294967296%',
      'line:1..5',
      'line:.5',
      'line:5.',
    ],
    ...[
      'line:1.5.5',
      'line:.',
      'line:1e2',
      'line:+1',
      'line:0x1',
      'line:,start',
      'LINE:1',
      'line:auto',
      `line:${'9'.repeat(400)}`,
    ],
    ...[
      'position:',
      'position:1',
      'position:-1%',
      'position:101%',
      'position:1x',
      'position:1%x',
      'position: 1%',
      'position:.5%',
    ],
    ...[
      'position:5.%',
      'position:%',
      'position:101%,center',
      'position:,center',
      'position:auto',
      'Position:1%',
    ],
    ...[
      'size:',
      'size:1',
      'size:-1%',
      'size:101%',
      'size:1%x',
      'size: 1%',
      'size:1 %',
      'size:.1%',
      'size:65536%',
      'SIZE:1%',
    ],
    ...[
      'align:',
      'align:middle',
      'align:START',
      'align: start',
      'align :start',
      'align:start,end',
      'align=start',
    ],
    ...['vertical:', 'vertical:RL', 'vertical: rl', 'vertical:vertical', 'vertical-rl', 'Vertical:rl'],
    ...['region:', 'region:x', 'region: r', 'region :r', 'region:R'],
  ];
  for (const settings of wrong)
    it(`are not ${JSON.stringify(settings)}`, () => {
      const { id, startTime, endTime, text, ...said } = cueWith(settings);
      assert.deepEqual([id, startTime, endTime, text], ['', 0, 1, 'x']);
      assert.deepEqual(said, DEFAULTS);
    });
});

describe('regions of a WebVTT file', () => {
  const regionOf = (settings: string) => read(`WEBVTT\n\nREGION\n${settings}`)?.regions[0];
  const plain = {
    ...{ id: '', width: 100, lines: 3, regionAnchorX: 0, regionAnchorY: 100 },
    ...{ viewportAnchorX: 0, viewportAnchorY: 100, scroll: '' },
  };
  const table: [settings: string, changes: object][] = [
    ['id:a', { id: 'a' }],
    ['id:a id:b', { id: 'b' }],
    ['id:a\nwidth:40%\nlines:12', { id: 'a', width: 40, lines: 12 }],
    ['id:a width:40% lines:0\tscroll:up', { id: 'a', width: 40, lines: 0, scroll: 'up' }],
    ['id:a:b', { id: 'a:b' }],
    [
      'regionanchor:1%,99.5% viewportanchor:100%,0%',
      { regionAnchorX: 1, regionAnchorY: 99.5, viewportAnchorX: 100, viewportAnchorY: 0 },
    ],
    ...[
      ...[
        'width:101%',
        'width:1',
        'width:-1%',
        'lines:-1',
        'lines:1.5',
        'lines:3x',
        'lines: 4',
        'scroll:down',
        'scroll:UP',
      ],
      ...[
        'regionanchor:0,0',
        'regionanchor:0%,0',
        'regionanchor:0,0%',
        'regionanchor:1%',
        'regionanchor:,1%',
      ],
      ...[
        'regionanchor:101%,1%',
        'regionanchor:1%,101%',
        'regionanchor:-0%,0%',
        'regionanchor:1%, 1%',
        'regionanchor:1%,1%,1%',
      ],
      ...['viewportanchor:1%', 'viewportanchor: 1%,1%', 'viewportanchor:1 %,1%', 'id:', 'ID:a', 'id=a'],
    ].map((settings) => [settings, {}] as [string, object]),
  ];
  for (const [settings, changes] of table)
    it(`are ${JSON.stringify(settings)}`, () =>
      assert.deepEqual(regionOf(settings), { ...plain, ...changes }));

  it('begin with their name alone on a line, above the first cue', () => {
    const region = (begin: string) => read(`WEBVTT\n\n${begin}id:a`)?.regions.length;
    assert.deepEqual(
      ['REGION\n', 'REGION \t\n', 'region\n', ' REGION\n', 'REGION x\n', 'REGION: ', 'REGION'].map(region),
      [1, 1, 0, 0, 0, 0, 0],
    );
    assert.equal(read(`WEBVTT\n\n${ARROW}\nx\n\nREGION\nid:a`)?.regions.length, 0);
    // One in the header is of an old draft.
    assert.equal(read(`WEBVTT\nRegion: id=a\nREGION\nid:a\n\n`)?.regions.length, 0);
  });

  it('place cues without own settings; the last region of a name counts', () => {
    const file = read(
      `WEBVTT\n\nREGION\nid:a\nlines:1\n\nREGION\nid:b\n\nREGION\nid:a\nlines:2\n\n` +
        [
          'region:a',
          'region:b region:a',
          'region:a region:b',
          'region:a region:x',
          'region:a line:1',
          'line:1 region:a',
        ]
          .concat(['region:a size:99%', 'region:a vertical:rl', 'region:a size:100% align:end position:5%'])
          .map((settings) => `${ARROW} ${settings}\nx\n`)
          .join('\n'),
    );
    assert.deepEqual(
      file?.cues.map(({ region }) => region && region.id + String(region.lines)),
      ['a2', 'a2', 'b3', undefined, undefined, undefined, undefined, undefined, 'a2'],
    );
  });
});

describe('styles of a WebVTT file', () => {
  const stylesOf = (text: string) => read(`WEBVTT\n\n${text}`)?.styles;

  it('are blocks above the first cue', () => {
    assert.deepEqual(stylesOf('STYLE\n::cue {\n  color: red }\n\nSTYLE \n::cue(b) {}\n'), [
      '::cue {\n  color: red }',
      '::cue(b) {}',
    ]);
    assert.deepEqual(stylesOf(`${ARROW}\nx\n\nSTYLE\n::cue {}`), []);
    assert.deepEqual(stylesOf('STYLE x\n::cue {}\n\nstyle\n::cue {}\n\nSTYLE'), []);
  });

  it('end at an empty line and at an arrow', () => {
    assert.deepEqual(stylesOf('STYLE\na {}\n\nb {}'), ['a {}']);
    const file = read(`WEBVTT\n\nSTYLE\na {}\n/* x\n${ARROW}\nwords`);
    assert.deepEqual([file?.styles, file?.cues.map(({ text }) => text)], [['a {}\n/* x'], ['words']]);
  });
});
