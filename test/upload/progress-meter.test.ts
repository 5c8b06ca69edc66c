import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProgressMeter } from '../../src/upload/progress-meter.ts';

const file = new File(['x'.repeat(1000)], 'a.mp4');

describe('ProgressMeter', () => {
  it('goes forward only, however often a part is sent again', () => {
    const meter = new ProgressMeter(file);
    const seen = [100, 400, 250, 380, 500].map((bytes, at) => {
      meter.update(bytes, at * 100, 0);
      return meter.progress.sent;
    });
    assert.deepEqual(seen, [100, 400, 400, 400, 500]);
  });

  it('measures bytes that are sent again, and says how long the rest takes', () => {
    const meter = new ProgressMeter(file);
    for (const [bytes, now, moved] of [
      [0, 0, 0],
      [200, 250, 200],
      [0, 250, 0],
      [200, 500, 200],
    ] as const)
      meter.update(bytes, now, moved);
    const { speed = 0, secondsLeft = 0, ...bytes } = meter.progress;
    assert.deepEqual(bytes, { sent: 200, stored: 0, total: 1000 });
    assert.deepEqual([Math.round(speed), Math.round(secondsLeft)], [800, 1]);
  });

  it('says nothing of the speed of what an earlier visit has stored', () => {
    const meter = new ProgressMeter(new File(['x'.repeat(10_000)], 'a.mp4'));
    meter.update(5_000, 0, 0);
    for (let second = 1; second <= 3; second++) meter.update(5_000 + 100 * second, 1000 * second, 100);
    const { speed = 0, secondsLeft = 0 } = meter.progress;
    assert.equal(Math.round(speed), 100);
    assert.equal(Math.round(secondsLeft), 47);
  });

  it('counts as left what a pause has taken back from the wire', () => {
    const meter = new ProgressMeter(file);
    meter.update(0, 0, 0);
    meter.update(800, 1000, 800);
    meter.pause();
    meter.update(100, 5000, 0);
    assert.equal(meter.progress.sent, 800);
    assert.equal(Math.round((meter.progress.secondsLeft ?? 0) * 1000), 1125);
  });

  it('is not misled for long by the bytes that fill the buffers at first', () => {
    const meter = new ProgressMeter(new File(['x'.repeat(100_000)], 'a.mp4'));
    meter.update(0, 0, 0);
    let bytes = 3_000;
    meter.update(bytes, 400, bytes);
    for (let now = 900; now <= 10_400; now += 500) meter.update((bytes += 500), now, 500);
    const { speed = 0 } = meter.progress;
    assert.ok(Math.abs(speed - 1_000) < 10, String(speed));
  });

  it('takes from another tab no more than the file has, and nothing back', () => {
    const meter = new ProgressMeter(file);
    for (const [said, sent] of [
      [300, 300],
      [200, 300],
      [5000, 1000],
    ] as const) {
      meter.adopt(said);
      assert.equal(meter.progress.sent, sent);
    }
  });

  it('starts over when all bytes are lost', () => {
    const meter = new ProgressMeter(file);
    meter.update(700, 0, 700);
    meter.reset();
    assert.equal(meter.progress.sent, 0);
  });
});
