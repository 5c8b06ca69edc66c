import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoryboard, tileAt } from '../../src/playback/storyboard.ts';
import { rollDice } from '../support/seeded.ts';

const BASE = 'https://media.example.com/a/board.vtt?v=1';
const read = (text: string) => parseStoryboard(`WEBVTT\n\n${text}`, BASE);

describe('a storyboard', () => {
  it('names parts of images, relative to itself', () => {
    const tiles = read(
      '00:00.000 --> 00:05.000\ns.jpg#xywh=160,90,160,90\n\n1\n01:00:05.500 --> 01:00:10.000 align:start\n/b/t.jpg?c=1#xywh=pixel:0,0,16,9\n',
    );
    assert.deepEqual(tiles, [
      {
        ...{ startTime: 0, endTime: 5, url: 'https://media.example.com/a/s.jpg' },
        part: { x: 160, y: 90, width: 160, height: 90 },
      },
      {
        ...{ startTime: 3605.5, endTime: 3610, url: 'https://media.example.com/b/t.jpg?c=1' },
        part: { x: 0, y: 0, width: 16, height: 9 },
      },
    ]);
  });

  it('names whole images', () => {
    assert.deepEqual(read('00:00.000 --> 00:05.000\r\ns.jpg\r\n'), [
      { startTime: 0, endTime: 5, url: 'https://media.example.com/a/s.jpg' },
    ]);
  });

  it('gives its session to its images, and to no other server', () => {
    const addressOf = (address: string) =>
      parseStoryboard(`WEBVTT\n\n00:00.000 --> 00:05.000\n${address}\n`, `${BASE}&avh=a%26b`)[0]?.url;
    for (const [address, expected] of [
      ['s.jpg#xywh=0,0,16,9', 'https://media.example.com/a/s.jpg?avh=a%26b'],
      ['/b/s.jpg?sig=x%20y', 'https://media.example.com/b/s.jpg?sig=x%20y&avh=a%26b'],
      ['s.jpg?avh=own', 'https://media.example.com/a/s.jpg?avh=own'],
      ['https://other.example/s.jpg', 'https://other.example/s.jpg'],
      ['//media.example.com:444/s.jpg', 'https://media.example.com:444/s.jpg'],
    ] as const) {
      assert.equal(addressOf(address), expected);
    }
  });

  it('may name only images of the network, and real parts of them', () => {
    for (const address of [
      ...[
        'javascript:alert(1)',
        'data:image/png;base64,AA',
        'blob:https://a/b',
        'file:///etc/passwd',
        'http://[',
        '',
      ],
      ...['s.jpg#xywh=0,0,0,9', 's.jpg#xywh=percent:0,0,10,10', 's.jpg#xywh=1,2,3', 's.jpg#xywh=-1,0,3,4'],
    ]) {
      assert.deepEqual(read(`00:00.000 --> 00:05.000\n${address}\n`), [], address);
    }
    assert.deepEqual(read('00:05.000 --> 00:05.000\ns.jpg\n'), []);
  });

  it('has no time that no film has', () => {
    assert.deepEqual(read(`${'9'.repeat(400)}:00:00.000 --> ${'9'.repeat(401)}:00:00.000\ns.jpg\n`), []);
    assert.deepEqual(read(`00:00.000 --> ${'9'.repeat(400)}:00:00.000\ns.jpg\n`), []);
  });

  it('has a picture for each second, the nearest one before it in a gap', () => {
    const tiles = read(
      '00:20.000 --> 00:30.000\nc.jpg\n\n00:02.000 --> 00:05.000\na.jpg\n\n00:05.000 --> 00:09.000\nb.jpg',
    );
    const at = (seconds: number) => tileAt(tiles, seconds)?.url.at(-5);
    assert.deepEqual([0, 2, 4.9, 5, 15, 20, 1e6].map(at), ['a', 'a', 'a', 'b', 'b', 'c', 'c']);
    assert.equal(tileAt([], 5), undefined);
  });

  it('reads anything, in time that grows with its length only', () => {
    const dice = rollDice();
    const pieces = [
      '00:00.000',
      ' --> ',
      '\n',
      '#xywh=',
      '1,2,3,4',
      ':',
      '0',
      ' ',
      '\r',
      'a',
      'WEBVTT',
      '99999999',
    ];
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: dice.below(60) }, () => dice.pick(pieces)).join('');
      for (const { url, startTime, endTime } of read(text)) {
        assert.match(url, /^https:/);
        assert.ok(startTime < endTime);
      }
    }
    const long = '00:00.000 --> 00:05.000\ns.jpg#xywh=0,0,1,1\n'.repeat(100_000);
    assert.equal(read(long).length, 40_000);
    read(`${'0'.repeat(1_000_000)} ${' '.repeat(1_000_000)}`);
  });
});
