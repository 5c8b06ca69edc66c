import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEGUN, SimulatedViewing } from '../support/simulated-viewing.ts';

/** Both within a step of the clock. */
function near(actual: number | undefined, expected: number, tolerance = 5): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${String(actual)} is not ${String(expected)}`,
  );
}

describe('ViewingMachine', () => {
  it('reports a plain viewing, and numbers its events without gaps', () => {
    const viewing = new SimulatedViewing();
    viewing.pass(40);
    viewing.media.load();
    viewing.pass(60).report({ type: 'intent', by: 'viewer' });
    viewing.media.play();
    viewing.pass(10_000).pause().report({ type: 'leave' });
    assert.deepEqual(viewing.story, [
      'ready 0',
      'intent 0',
      'play 0',
      'first-frame 0',
      'pause 10',
      'leave 10',
    ]);
    assert.deepEqual(
      viewing.events.map(({ seq }) => seq),
      [0, 1, 2, 3, 4, 5],
    );
    const { sums: totals } = viewing;
    assert.equal(totals.playerStartup, 40);
    near(totals.watchTime, 10_000);
    assert.deepEqual(totals.watched, [[0, 10]]);
    assert.equal(totals.exitBeforeStart, false);
  });

  it('measures the startup from the intent to the first frame, which may come before the playhead is seen to move', () => {
    const viewing = new SimulatedViewing();
    viewing.report({ type: 'intent', by: 'viewer' });
    viewing.isStarved = true;
    viewing.pass(300);
    viewing.media.load();
    viewing.media.play();
    viewing.pass(120).showFrame();
    viewing.isStarved = false;
    viewing.pass(1_000);
    assert.equal(viewing.totals.videoStartup, 420);
    assert.deepEqual(viewing.times('first-frame'), [420]);
  });

  it('dates the first frame to the screen, of which a busy page learns later', () => {
    const viewing = SimulatedViewing.playing();
    viewing.isStarved = true;
    viewing.pass(200).showFrame(52);
    assert.equal(viewing.totals.videoStartup, 148);
    assert.deepEqual(viewing.times('first-frame'), [148]);
  });

  it('takes no frame from before the press for the first one: the film was loaded, and showed its beginning', () => {
    const viewing = new SimulatedViewing();
    viewing.media.load();
    viewing.pass(500).report({ type: 'intent', by: 'viewer' });
    viewing.media.play();
    viewing.isStarved = true;
    viewing.pass(20).showFrame(30);
    assert.deepEqual(viewing.times('first-frame'), []);
    viewing.pass(100).showFrame(10);
    assert.equal(viewing.totals.videoStartup, 110);
  });

  it('ends a stand when the playhead moved, though its clock jumps as the media resume', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(3_000).starve(1_400);
    viewing.media.currentTime += 0.06;
    viewing.report({ type: 'playing' });
    // The jump was ahead of the sound, for which it waits.
    viewing.starve(45).pass(1_000);
    near(viewing.times('rebuffer.end')[0], 4_400);
    near(viewing.totals.rebufferDuration, 1_400);
  });

  it('finds the startup without frames, from when the playhead began to move', () => {
    const viewing = new SimulatedViewing();
    viewing.report({ type: 'intent', by: 'viewer' });
    viewing.media.load();
    viewing.media.play();
    viewing.starve(830).pass(1_000);
    near(viewing.totals.videoStartup, 830);
    assert.equal(viewing.totals.rebufferCount, 0, 'a start is no rebuffering');
  });

  it('takes play for an intent of the page when no intent came before', () => {
    const viewing = new SimulatedViewing();
    viewing.media.load();
    viewing.media.play();
    assert.deepEqual(viewing.story, ['ready 0', 'intent 0', 'play 0']);
  });

  it('dates a stand back to when the playhead stopped, and ends it when it moves', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(3_110).starve(2_222).pass(3_000);
    assert.deepEqual(viewing.story.slice(4), ['rebuffer.begin 3.11', 'rebuffer.end 3.11']);
    near(viewing.times('rebuffer.begin')[0], 3_110);
    near(viewing.times('rebuffer.end')[0], 5_332);
    const { rebufferCount, rebufferDuration, watchTime } = viewing.totals;
    assert.equal(rebufferCount, 1);
    near(rebufferDuration, 2_222);
    near(watchTime, 6_110);
  });

  it('finds a stand that no look fell into twice, and leaves out one that no viewer notices', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(2_010).starve(300).pass(2_000).starve(100).pass(2_000);
    assert.equal(viewing.totals.rebufferCount, 1);
    near(viewing.totals.rebufferDuration, 300);
  });

  it('leaves the wait of a seek out, and says from where to where to the millisecond', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(3_210);
    viewing.seek(100, 1_500).starve(900).pass(2_000);
    assert.equal(viewing.totals.rebufferCount, 0);
    assert.equal(viewing.totals.seekCount, 1);
    assert.deepEqual(viewing.story.at(-1), 'seek.forward 3.21>100');
    near(viewing.totals.watchTime, 5_210);
    assert.deepEqual(viewing.totals.watched, [
      [0, 3.21],
      [100, 102],
    ]);
  });

  it('works out where a seek began also without measures, so that a short one is not taken for a nudge', () => {
    const viewing = new SimulatedViewing({ measured: false });
    viewing.media.load();
    viewing.media.play();
    viewing.pass(315).seek(0).pass(1_000);
    assert.deepEqual(viewing.story.slice(3), ['seek.backward 0.315>0']);
    viewing.pass(200).starve(2_000).seek(50);
    const last = viewing.events.at(-1);
    const from = last && 'from' in last ? last.from : NaN;
    assert.ok(from < 1.6, `media that stand do not go on for long: ${String(from)}`);
  });

  it("takes the engine's seeks for none, and their wait for a stand", () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(4_000);
    viewing.report({ type: 'engine-seek', to: 9 });
    viewing.media.startSeek(9);
    viewing.pass(600);
    viewing.media.finishSeek();
    viewing.pass(1_000);
    assert.equal(viewing.totals.seekCount, 0);
    assert.deepEqual(viewing.story.slice(4), ['rebuffer.begin 9', 'rebuffer.end 9']);
    near(viewing.totals.rebufferDuration, 600);
    near(viewing.totals.watchTime, 5_000);
    viewing.seek(50).pass(500);
    assert.equal(viewing.totals.seekCount, 1, 'the mark is used up');
  });

  it('does not take a seek to somewhere else for the one that the engine has marked', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(1_000).report({ type: 'engine-seek', to: 9 });
    viewing.seek(30);
    assert.equal(viewing.totals.seekCount, 1);
  });

  it("does not take a viewer's seek for one that the engine had marked before, and that never came", () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(1_000).report({ type: 'engine-seek', to: 0 });
    viewing.pass(500).pause().seek(0);
    assert.deepEqual(viewing.story.slice(-2), ['pause 1.5', 'seek.backward 1.5>0']);
  });

  it('is one viewing through an outage: one play, no seek, a stand', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(20_000).outage(40_000).pass(5_000);
    assert.deepEqual(viewing.story, [
      'intent 0',
      'ready 0',
      'play 0',
      'first-frame 0',
      'rebuffer.begin 20',
      'rebuffer.end 20',
    ]);
    near(viewing.totals.rebufferDuration, 40_030);
    const { watched } = viewing.totals;
    assert.equal(watched.length, 1);
    near((watched[0]?.[1] ?? NaN) * 1000, 25_000, 50);
  });

  it('sees the end of media that come back just before it', () => {
    const viewing = SimulatedViewing.playing({ duration: 20 });
    viewing.pass(19_850).outage(1_900).pass(300);
    assert.deepEqual(
      viewing.events.filter(({ type }) => type === 'end').map((event) => 'at' in event && event.at),
      [20],
    );
    assert.ok(Math.abs(viewing.totals.watchTime - viewing.truth.watched) <= 50);
  });

  it('ends the stand of an outage when the viewer no longer waits', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(20_000);
    Object.assign(viewing.media, { readyState: 0, currentTime: 0, paused: true });
    viewing.report({ type: 'interrupted' });
    viewing.pass(2_000).media.emit('emptied');
    viewing.pass(2_000);
    assert.deepEqual(viewing.story.slice(4), ['rebuffer.begin 20', 'rebuffer.end 20', 'pause 20']);
    near(viewing.totals.rebufferDuration, 2_000);
  });

  it('goes through a failure, and resumes where the viewer was', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(20_000);
    viewing.report({ type: 'error', code: 'media-network' });
    Object.assign(viewing.media, { readyState: 0, currentTime: 0, paused: true });
    viewing.report({ type: 'failure', code: 'media-network' });
    viewing.media.emit('emptied');
    viewing.pass(3_000);
    assert.equal(viewing.totals.failed, true);
    viewing.media.play();
    viewing.outage(2_000, 20).pass(1_000);
    const story = viewing.story.slice(4).filter((line) => !line.startsWith('rebuffer'));
    assert.deepEqual(story, ['error 20', 'pause 20', 'failure 20', 'resume 20', 'recovered 20']);
    const [recovered] = viewing.events.filter(({ type }) => type === 'recovered');
    assert.ok(recovered?.type === 'recovered');
    near(recovered.lasted, 5_030, 250);
    assert.equal(viewing.totals.failed, false, 'it plays again');
  });

  it('reports an exit before the start after a second of waiting, and not of a failure', () => {
    const wait = (ms: number, fails = false) => {
      const viewing = new SimulatedViewing();
      viewing.report({ type: 'intent', by: 'viewer' });
      viewing.pass(ms);
      if (fails) viewing.report({ type: 'failure', code: 'media-network' });
      viewing.report({ type: 'leave' });
      return viewing.totals.exitBeforeStart;
    };
    assert.deepEqual([wait(999), wait(1_000), wait(5_000, true)], [false, true, false]);
  });

  it('says nothing after it was left, until the page comes back', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(2_000).report({ type: 'leave' });
    viewing.report({ type: 'volume', volume: 0.5, muted: false });
    viewing.pass(60_000).report({ type: 'return' });
    viewing.pass(1_000);
    assert.deepEqual(viewing.story.slice(4, 7), ['pause 2', 'leave 2', 'resume 62']);
    assert.equal(viewing.totals.rebufferCount, 0);
  });

  it('counts no stand while a page is frozen', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(2_000);
    viewing.now += 3_600_000;
    viewing.report({ type: 'look' });
    viewing.pass(1_000);
    assert.equal(viewing.totals.rebufferCount, 0);
    near(viewing.totals.watchTime, 3_000);
  });

  it('reports each change once, and no repetition', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(1_000);
    const before = viewing.events.length;
    for (const on of [false, true, true]) viewing.report({ type: 'fullscreen', on });
    viewing.report({ type: 'visible', on: true });
    viewing.report({ type: 'captions', language: null });
    viewing.report({ type: 'captions', language: 'de' });
    viewing.media.emit('ratechange');
    viewing.media.playbackRate = 2;
    viewing.media.emit('ratechange');
    viewing.pass(1_000);
    assert.deepEqual(
      viewing.events.slice(before).map(({ type }) => type),
      ['fullscreen', 'captions', 'rate'],
    );
    near(viewing.totals.watchTime, 2_000);
    assert.deepEqual(viewing.totals.watched, [[0, 3]]);
  });

  it('weighs bitrate, scale and latency by the time that they held', () => {
    const viewing = SimulatedViewing.playing();
    viewing.report({ type: 'rendition', width: 640, height: 360, bitrate: 1_000_000 });
    viewing.report({ type: 'look', scale: 2, latency: 3, dropped: 1, total: 10 });
    viewing.pass(1_000).report({ type: 'rendition', width: 1280, height: 720, bitrate: 5_000_000 });
    viewing.report({ type: 'look', scale: 0.5, latency: 5, dropped: 2, total: 40 });
    viewing.pass(3_000).report({ type: 'look', dropped: 1, total: 5 });
    const { averageBitrate, upscale, downscale, latency, droppedFrames, totalFrames } = viewing.totals;
    assert.deepEqual(
      { averageBitrate, upscale, downscale, latency, droppedFrames, totalFrames },
      {
        ...{ averageBitrate: 4_000_000, upscale: 0.25, downscale: 0.75, latency: 4.5 },
        ...{ droppedFrames: 3, totalFrames: 45 },
      },
    );
  });

  it('dates events by the clock that never steps back', () => {
    const viewing = SimulatedViewing.playing();
    viewing.pass(2_000);
    const late = viewing.machine.handle({ type: 'visible', on: false }, viewing.media, BEGUN.mono);
    assert.ok(late.every(({ mono }) => mono >= BEGUN.mono + 2_000));
  });
});
