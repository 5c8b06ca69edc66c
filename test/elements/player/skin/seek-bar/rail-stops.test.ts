import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapterGaps } from '../../../../../src/elements/player/skin/seek-bar/seek-bar-gradient.ts';

const chapter = (startTime: number, endTime: number) => ({ title: 'A', startTime, endTime });
const gapsOf = (stops: string) => [...stops.matchAll(/#0000 calc\(([\d.]+)% -/g)].map(([, at]) => Number(at));

describe('the gaps in the seek bar', () => {
  const range = { start: 0, end: 100 };

  it('mark where a chapter begins, and where one ends without a next one', () => {
    assert.deepEqual(
      gapsOf(chapterGaps([chapter(0, 20), chapter(20, 40), chapter(60, 100)], range, 640)),
      [20, 40, 60],
    );
  });

  it('are none without chapters', () => {
    assert.equal(chapterGaps([], range, 640), '#000 0%, #000 100%');
  });

  for (const width of [200, 320, 640, 1_280]) {
    it(`stay apart from each other and from the ends, and none is missing where there is room, ${width} pixels wide`, () => {
      for (const count of [20, 300, 1_000]) {
        const size = 100 / count;
        const many = Array.from({ length: count }, (_, at) => chapter(at * size, (at + 1) * size));
        const gaps = gapsOf(chapterGaps(many, range, width));
        const px = [...gaps, 100].map((at, index) => ((at - (gaps[index - 1] ?? 0)) / 100) * width);
        // A gap of three pixels beside as much of the rail.
        assert.ok(
          px.every((apart) => apart > 5.99),
          String(px),
        );
        if (width / count >= 6) assert.equal(gaps.length, count - 1);
        else assert.ok(gaps.length > width / 13, String(gaps.length));
      }
    });
  }
});
