import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Playhead } from '../../../src/session/observe/playhead.ts';
import type { ViewingFact } from '../../../src/session/ports/viewing.ts';

/** A playhead that plays from 0 on, looked at by a clock that moves in steps. */
function playing(stepMs = 1): { playhead: Playhead; reported: string[]; look: (mono: number) => void } {
  const reported: string[] = [];
  const playhead = new Playhead(({ type }: ViewingFact, mono) => reported.push(`${type} ${mono.toFixed()}`));
  const look = (mono: number) => {
    playhead.look((Math.floor(mono / stepMs) * stepMs) / 1000, 1, mono);
  };
  look(0);
  return { playhead, reported, look };
}

describe('Playhead', () => {
  it('takes two looks in one step of the clock for no stand', () => {
    const { playhead, look } = playing(50);
    for (let mono = 250; mono <= 1_000; mono += 250) look(mono);
    look(1_000.3);
    assert.equal(playhead.guess(1_180), 1.18);
  });

  it('loses no time to looks that come close to each other', () => {
    const { playhead, reported, look } = playing(60);
    for (let mono = 300; mono <= 4_800; mono += 300) {
      look(mono - 1);
      look(mono + 1);
    }
    playhead.stop(4.86, 4_860);
    assert.deepEqual(reported, []);
    assert.ok(playhead.watchTime > 4_800, String(playhead.watchTime));
  });

  it('still finds a stand by looks that come close to each other', () => {
    const { playhead, reported, look } = playing();
    for (let mono = 10; mono <= 1_000; mono += 10) look(mono);
    for (let mono = 1_010; mono <= 1_600; mono += 10) playhead.look(1, 1, mono);
    playhead.stop(1, 1_600);
    assert.equal(reported.length, 2);
    const [began = NaN, ended = NaN] = reported.map((line) => Number(line.split(' ')[1]));
    assert.ok(began >= 1_000 && began <= 1_050, String(began));
    assert.equal(ended, 1_600);
  });

  it('takes a clock that creeps on as the media run dry for one stand', () => {
    const { playhead, reported, look } = playing();
    look(250);
    look(490);
    playhead.look(0.491, 1, 745);
    for (let mono = 995; mono <= 1_745; mono += 250) playhead.look(0.491, 1, mono);
    playhead.look(0.741, 1, 1_995);
    assert.deepEqual(reported, ['rebuffer.begin 490', 'rebuffer.end 1745']);
  });

  it('counts the time of one stand once, where looks are far apart', () => {
    const { playhead, reported, look } = playing();
    look(250);
    // It stood for 260 ms of these, and for 240 of those: nothing says when.
    playhead.look(0.48, 1, 740);
    playhead.look(0.73, 1, 1_230);
    assert.deepEqual(reported, ['rebuffer.begin 250', 'rebuffer.end 510']);
  });

  it('ends a stand when the playhead moves, though its clock jumps and then waits for the sound', () => {
    const { playhead, reported, look } = playing();
    look(250);
    for (let mono = 500; mono <= 1_250; mono += 250) playhead.look(0.25, 1, mono);
    playhead.resumedAt = 1_298;
    playhead.look(0.311, 1, 1_300);
    playhead.look(0.313, 1, 1_370);
    playhead.look(0.313, 1, 1_425);
    playhead.look(0.363, 1, 1_475);
    const [, end = ''] = reported;
    const ended = Number(end.split(' ')[1]);
    assert.ok(ended === 1_298, end);
  });

  it('sees a change of speed at once', () => {
    const { playhead, look } = playing();
    look(1_000);
    playhead.look(1.02, 2, 1_020);
    assert.equal(playhead.guess(1_120), 1.22);
  });
});
