import assert from 'node:assert/strict';
import { describe, it, mock, type TestContext } from 'node:test';
import { Watchdog } from '../../../src/playback/requests/watchdog.ts';

describe('Watchdog', () => {
  it('barks once after silence, and not while there is news', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const onSilence = mock.fn();
    const watchdog = new Watchdog(100, onSilence);
    test.mock.timers.tick(1_000);
    assert.equal(onSilence.mock.callCount(), 0);
    watchdog.restart();
    test.mock.timers.tick(99);
    watchdog.restart();
    test.mock.timers.tick(99);
    assert.equal(onSilence.mock.callCount(), 0);
    test.mock.timers.tick(1_000);
    assert.equal(onSilence.mock.callCount(), 1);
    watchdog.restart();
    watchdog.stop();
    test.mock.timers.tick(1_000);
    assert.equal(onSilence.mock.callCount(), 1);
  });

  /** A watchdog whose first timer fires an hour late. */
  const late = (test: TestContext) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    test.mock.method(performance, 'now', () => now);
    const onSilence = mock.fn();
    const watchdog = new Watchdog(100, onSilence);
    watchdog.restart();
    now = 3_600_000;
    test.mock.timers.tick(100);
    assert.equal(onSilence.mock.callCount(), 0);
    return { watchdog, onSilence };
  };

  it('waits for news of what came while the page stood still', (test) => {
    const { watchdog, onSilence } = late(test);
    watchdog.restart();
    watchdog.stop();
    test.mock.timers.tick(10_000);
    assert.equal(onSilence.mock.callCount(), 0);
  });

  it('barks where the page stood still and there is no news', (test) => {
    const { onSilence } = late(test);
    test.mock.timers.tick(10_000);
    assert.equal(onSilence.mock.callCount(), 1);
  });
});
