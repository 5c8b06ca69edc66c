import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chaptersFile,
  readStreamChapters,
} from '../../../../../src/playback/adapters/hls/tracks/hls-chapters.ts';
import { rollDice } from '../../../../support/seeded.ts';

const titles = (...pairs: [string, string][]) => pairs.map(([language, title]) => ({ language, title }));

describe('readStreamChapters', () => {
  const FILM = [
    {
      'chapter': 2,
      'start-time': 60.5,
      'duration': 30,
      'titles': titles(['en', 'The hill'], ['de', 'Der Hügel']),
    },
    { 'chapter': 1, 'start-time': 0, 'titles': titles(['en', 'The house']) },
  ];

  it('gives a list a language, in the order of time', () => {
    const lists = readStreamChapters(FILM);
    assert.deepEqual([...lists.keys()], ['en', 'de']);
    assert.deepEqual(lists.get('en'), [
      { title: 'The house', startTime: 0, endTime: 60.5 },
      { title: 'The hill', startTime: 60.5, endTime: 90.5 },
    ]);
  });

  it('shows the first title of a chapter that has none in a language', () => {
    assert.deepEqual(
      readStreamChapters(FILM)
        .get('de')
        ?.map(({ title }) => title),
      ['The house', 'Der Hügel'],
    );
  });

  it('takes titles of no language, and of a language that is none', () => {
    const odd = [{ 'start-time': 1, 'titles': titles(['und', 'One'], ['"><b>', 'Two'], ['', 'Three']) }];
    assert.deepEqual([...readStreamChapters(odd).keys()], ['']);
  });

  it('leaves out invalid chapters', () => {
    const hostile: unknown[] = [
      ...[null, 7, 'x', [], {}, { 'start-time': '0', 'titles': titles(['en', 'x']) }],
      ...[-1, NaN, Infinity, 1e300].map((time) => ({ 'start-time': time, 'titles': titles(['en', 'x']) })),
      ...[null, {}, [null], [{ language: 'en' }], titles(['en', ' \n '])].map((list) => ({
        'start-time': 0,
        'titles': list,
      })),
    ];
    for (const from of [undefined, null, {}, 'x', hostile, hostile.map((one) => [one])])
      assert.equal(readStreamChapters(from).size, 0, JSON.stringify(from));
  });

  it('has an end to everything', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      'start-time': at,
      'titles': Array.from({ length: 60 }, (__, no) => ({ language: `x${no}`, title: 'a'.repeat(5_000) })),
    }));
    const lists = readStreamChapters(many);
    assert.equal(lists.size, 20);
    for (const list of lists.values()) {
      assert.equal(list.length, 300);
      assert.equal(list[0]?.title.length, 200);
    }
  });

  it('survives whatever JSON there is', () => {
    const { below } = rollDice();
    const any = (depth: number): unknown => {
      const kind = below(8);
      if (kind < 3 && depth > 0) return Array.from({ length: 3 }, () => any(depth - 1));
      if (kind < 6 && depth > 0)
        return {
          'start-time': any(0),
          'duration': any(0),
          'titles': any(depth - 1),
          'language': any(0),
          'title': any(0),
        };
      return [0, 5, -1, 'en', '<script>', null, true, '-->\n\n00:00 --> 00:01'][kind];
    };
    for (let count = 0; count < 5_000; count++)
      for (const list of readStreamChapters(any(5)).values()) {
        const cues = chaptersFile(list).split('\n\n');
        assert.ok(cues.length <= list.length + 2, 'no title begins another cue');
      }
  });
});

describe('chaptersFile', () => {
  it('is WebVTT in which no title is markup', () => {
    const file = chaptersFile([
      { title: 'A & <b>', startTime: 0, endTime: 3725.0625 },
      { title: '1 --> 2', startTime: 3725.0625, endTime: 359_999.9996 },
      { title: 'gone', startTime: 5, endTime: 5 },
    ]);
    assert.equal(
      file,
      'WEBVTT\n\n00:00:00.000 --> 01:02:05.063\nA &amp; &lt;b&gt;\n\n01:02:05.063 --> 100:00:00.000\n1 --&gt; 2\n',
    );
  });
});
