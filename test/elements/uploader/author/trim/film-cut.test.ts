import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FilmCut, formatCutTime } from '../../../../../src/elements/uploader/author/trim/film-cut.ts';

const near = (found: number, wanted: number) => assert.ok(Math.abs(found - wanted) < 1e-6, String(found));
const press = (cut: FilmCut, which: 'start' | 'end', key: string, shiftKey = false) =>
  cut.press(which, { key, shiftKey });

describe('the cut of a film', () => {
  it('moves by pictures, seconds and tens of seconds, and takes no other key', () => {
    const cut = new FilmCut({ duration: 60, frameRate: 25 });
    assert.equal(cut.isWhole, true);
    for (const [key, isLong, wanted] of [
      ['ArrowRight', false, 0.04],
      ['ArrowUp', false, 0.08],
      ['ArrowLeft', false, 0.04],
      ['ArrowRight', true, 1.04],
      ['PageUp', false, 11.04],
      ['PageDown', false, 1.04],
      ['ArrowDown', true, 0.04],
    ] as const) {
      assert.equal(press(cut, 'start', key, isLong), true);
      near(cut.range.start, wanted);
    }
    assert.equal(press(cut, 'start', 'Enter'), false);
    assert.equal(press(cut, 'start', 'Tab'), false);
  });

  it('keeps one picture between both ends, and stays inside of the film', () => {
    const cut = new FilmCut({ duration: 10, frameRate: 10 });
    press(cut, 'start', 'PageDown');
    near(cut.range.start, 0);
    press(cut, 'start', 'End');
    near(cut.range.start, 9.9);
    press(cut, 'end', 'Home');
    near(cut.range.end, 10);
    cut.move('end', 3);
    near(cut.range.end, 10);
    cut.move('start', 4.02);
    near(cut.range.start, 4);
    cut.move('end', 99);
    near(cut.length, 6);
    assert.equal(cut.isWhole, false);
    cut.reset();
    assert.equal(cut.isWhole, true);
  });

  it('ends with the film, also where that is no whole number of pictures', () => {
    const cut = new FilmCut({ duration: 4.99, frameRate: 30_000 / 1001 });
    press(cut, 'end', 'ArrowLeft');
    assert.equal(cut.isWhole, false);
    press(cut, 'end', 'ArrowRight');
    near(cut.range.end, 4.99);
    assert.equal(cut.isWhole, true);
  });

  it('works for a film that does not say its rate, and for one of a single picture', () => {
    near(new FilmCut({ duration: 5, frameRate: undefined }).frame, 1 / 30);
    const still = new FilmCut({ duration: 0.02, frameRate: 25 });
    press(still, 'start', 'PageUp');
    press(still, 'end', 'PageDown');
    assert.deepEqual(still.range, { start: 0, end: 0.02 });
  });

  it('continues the cut that was made before', () => {
    near(new FilmCut({ duration: 10, frameRate: 10 }, { start: 2, end: 5 }).length, 3);
  });

  it('says a time to the tenth of a second, in the digits of the language', () => {
    assert.deepEqual(
      [0, 12.44, 59.97, 61.5, 3_725.04, -1].map((seconds) => formatCutTime(seconds, 'en')),
      ['0:00.0', '0:12.4', '1:00.0', '1:01.5', '1:02:05.0', '0:00.0'],
    );
    assert.equal(formatCutTime(12.44, 'de'), '0:12,4');
  });
});
