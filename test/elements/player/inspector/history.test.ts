import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { historyInWords } from '../../../../src/elements/player/inspector/draw-history.ts';
import { conditionOf, History, type Look } from '../../../../src/elements/player/inspector/history.ts';

const look = (at: number, condition: Look['condition'], droppedFrames = 0): Look => ({
  ...{ at, condition, droppedFrames },
  ...{ buffer: 1, bitrate: undefined, latency: undefined },
});

describe('the history of the inspector', () => {
  it('names the condition of media', () => {
    const media = { ended: false, seeking: false, paused: false, readyState: 4 };
    const of = (change: object, known = {}) =>
      conditionOf({ ...media, ...change }, { hasFailed: false, hasPlayed: true, ...known });
    assert.equal(of({}), 'playing');
    assert.equal(of({ readyState: 2 }), 'rebuffering');
    assert.equal(of({ readyState: 0 }, { hasPlayed: false }), 'starting');
    assert.equal(of({ paused: true }), 'paused');
    assert.equal(of({ paused: true }, { hasPlayed: false }), 'idle');
    assert.equal(of({ seeking: true, readyState: 1 }), 'seeking');
    assert.equal(of({ ended: true, paused: true }), 'ended');
    assert.equal(of({ ended: true }, { hasFailed: true }), 'failed');
  });

  it('sums the start, the watched time and each wait', () => {
    const history = new History();
    const conditions: Look['condition'][] = [
      ...(['idle', 'starting', 'starting', 'playing', 'playing'] as const),
      ...(['rebuffering', 'rebuffering', 'playing', 'paused'] as const),
    ];
    conditions.forEach((condition, at) => history.add(look(at * 100, condition)));
    assert.deepEqual(history.totals, { startup: 200, watched: 300, rebufferCount: 1, rebuffered: 200 });
    history.clear();
    assert.deepEqual(history.totals, { startup: undefined, watched: 0, rebufferCount: 0, rebuffered: 0 });
    assert.deepEqual(history.samples, []);
  });

  it('counts the frames that were dropped since the look before, and none below a new source', () => {
    const history = new History();
    for (const dropped of [5, 7, 7, 0, 2]) history.add(look(0, 'playing', dropped));
    assert.deepEqual(
      history.samples.map(({ dropped }) => dropped),
      [0, 2, 0, 0, 2],
    );
  });

  it('keeps the newest looks', () => {
    const history = new History(3);
    for (let at = 0; at < 5; at++) history.add(look(at, 'playing'));
    assert.deepEqual(
      history.samples.map(({ at }) => at),
      [2, 3, 4],
    );
  });

  it('is there in words, too', () => {
    const history = new History();
    for (const condition of ['playing', 'playing', 'playing', 'paused'] as const)
      history.add(look(0, condition));
    assert.equal(historyInWords(history.samples), 'The last 4 looks: playing 75 %, paused 25 %');
  });
});
