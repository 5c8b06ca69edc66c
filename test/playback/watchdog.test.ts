import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { Watchdog } from '../../src/playback/watchdog.ts';

describe('Watchdog', () => {
  it('barks once after silence, and not while there is news', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const bark = mock.fn();
    const watchdog = new Watchdog(100, bark);
    test.mock.timers.tick(1_000);
    assert.equal(bark.mock.callCount(), 0);
    watchdog.heard();
    test.mock.timers.tick(99);
    watchdog.heard();
    test.mock.timers.tick(99);
    assert.equal(bark.mock.callCount(), 0);
    test.mock.timers.tick(1_000);
    assert.equal(bark.mock.callCount(), 1);
    watchdog.heard();
    watchdog.stop();
    test.mock.timers.tick(1_000);
    assert.equal(bark.mock.callCount(), 1);
  });
});
