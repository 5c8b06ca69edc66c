import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProgressMeter } from '../../src/upload/progress-meter.ts';

const file = new File(['x'.repeat(1000)], 'a.mp4');

describe('ProgressMeter', () => {
  it('goes forward only, however often a part is sent again', () => {
    const meter = new ProgressMeter(file);
    const seen = [100, 400, 250, 380, 500].map((bytes, at) => {
      meter.update(bytes, at * 100);
      return meter.progress.sent;
    });
    assert.deepEqual(seen, [100, 400, 400, 400, 500]);
  });

  it('measures bytes that are sent again, and says how long the rest takes', () => {
    const meter = new ProgressMeter(file);
    for (const [bytes, now] of [
      [0, 0],
      [200, 250],
      [0, 250],
      [200, 500],
    ] as const)
      meter.update(bytes, now);
    assert.deepEqual(meter.progress, { sent: 200, total: 1000, speed: 800, secondsLeft: 1 });
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

  it('begins anew when all is lost', () => {
    const meter = new ProgressMeter(file);
    meter.update(700, 0);
    meter.reset();
    assert.equal(meter.progress.sent, 0);
  });
});
