import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapterGaps } from '../../../../src/elements/player/skin/seek-bar/seek-bar-gradient.ts';

const chapter = (startTime: number, endTime: number) => ({ title: 'A', startTime, endTime });
const gapsOf = (stops: string) => [...stops.matchAll(/#0000 calc\(([\d.]+)% -/g)].map(([, at]) => Number(at));

describe('the gaps in the seek bar', () => {
  const range = { start: 0, end: 100 };

  it('mark where a chapter begins, and where one ends without a next one', () => {
    assert.deepEqual(
      gapsOf(chapterGaps([chapter(0, 20), chapter(20, 40), chapter(60, 100)], range)),
      [20, 40, 60],
    );
  });

  it('are none without chapters', () => {
    assert.equal(chapterGaps([], range), '#000 0%, #000 100%');
  });

  it('stay apart from each other and from the ends', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => chapter(at / 10, (at + 1) / 10));
    const gaps = gapsOf(chapterGaps(many, range));
    assert.ok(gaps.length > 100 && gaps.length < 200, String(gaps.length));
    assert.ok(gaps.every((at, index) => at - (gaps[index - 1] ?? 0) >= 0.49));
  });
});
