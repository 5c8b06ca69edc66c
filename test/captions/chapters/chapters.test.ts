import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapterAt, chapterFrom, toChapters } from '../../../src/captions/chapters/chapters.ts';

const written = (title: string, startTime: number, endTime: number) => ({ title, startTime, endTime });

describe('chapters', () => {
  const chapters = toChapters([written('One', 0, 20), written('Two', 20, 40), written('Four', 60, 100)], 100);

  it('come in order, without overlaps, and end with the video', () => {
    const list = toChapters([written('B', 30, 90), written('A', 0, 50), written('C', 60, 500)], 80);
    assert.deepEqual(list, [written('A', 0, 30), written('B', 30, 60), written('C', 60, 80)]);
  });

  it('follow each other where their author left a moment between them, and only there', () => {
    const list = toChapters([written('A', 0, 9.999), written('B', 10, 15), written('C', 20, 30)], 30);
    assert.deepEqual(
      list.map(({ endTime }) => endTime),
      [10, 15, 30],
    );
  });

  it('leave out what has no title, or lies outside the video', () => {
    const list = toChapters(
      [written(' \n', 0, 5), written(' A\n b ', 0, 5), written('B', 0, 9), written('C', 90, 95)],
      50,
    );
    assert.deepEqual(list, [written('A b', 0, 5)]);
  });

  it('are none of a video without an end', () => {
    assert.deepEqual(toChapters([written('A', 0, 5)], Infinity), []);
    assert.deepEqual(toChapters([written('A', 0, 5)], NaN), []);
  });

  it('are no more, and no longer, than anybody reads', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => written('x'.repeat(1_000), at, at + 1));
    const list = toChapters(many, 1e6);
    assert.equal(list.length, 300);
    assert.equal(list[0]?.title.length, 200);
  });

  it('are found by a second', () => {
    assert.equal(chapterAt(chapters, 0)?.title, 'One');
    assert.equal(chapterAt(chapters, 19.97)?.title, 'Two', 'a seek to 20 may end here');
    assert.equal(chapterAt(chapters, 50), undefined);
    assert.equal(chapterAt(chapters, 100), undefined);
  });

  it('are walked through: on to the next, back to the start of this one and then to the one before', () => {
    assert.equal(chapterFrom(chapters, 5, 1)?.title, 'Two');
    assert.equal(chapterFrom(chapters, 20, 1)?.title, 'Four');
    assert.equal(chapterFrom(chapters, 70, 1), undefined);
    assert.equal(chapterFrom(chapters, 30, -1)?.title, 'Two');
    assert.equal(chapterFrom(chapters, 21, -1)?.title, 'One');
    assert.equal(chapterFrom(chapters, 1, -1)?.title, 'One');
    assert.equal(chapterFrom([], 1, -1), undefined);
  });
});
