import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { Watchdog } from '../../src/playback/watchdog.ts';

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
});
