import assert from 'node:assert/strict';
import { describe, it, mock, beforeEach, afterEach } from 'node:test';
import type { ScheduleOutcome } from '../support/upload/faults/fault-schedule.ts';
import { withHangTimeout } from '../support/upload/faults/with-hang-timeout.ts';

const RIGHT: ScheduleOutcome = {
  ...{ seed: 1, fault: undefined, ended: 'done' },
  ...{ struck: 5, sent: 10, ms: 1, recovery: 1 },
};

describe('the watch for an upload that hangs', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('calls what has not moved for a minute', async () => {
    const outcome = withHangTimeout(new Promise(() => {}), {
      seed: 1,
      moves: () => 'still',
      look: () => 'here',
    });
    mock.timers.tick(60_000);
    assert.equal((await outcome).fault, 'it hangs here');
  });

  it('lets what moves take the time that it needs', async () => {
    const { promise, resolve } = withResolvers<ScheduleOutcome>();
    let moves = 0;
    const outcome = withHangTimeout(promise, { seed: 1, moves: () => String(moves) });
    for (let minute = 0; minute < 5; minute++) {
      mock.timers.tick(59_000);
      moves++;
    }
    resolve(RIGHT);
    assert.equal(await outcome, RIGHT);
  });

  it('calls what moves and gets nowhere', async () => {
    let moves = 0;
    const outcome = withHangTimeout(new Promise(() => {}), { seed: 1, moves: () => String(moves++) });
    mock.timers.tick(600_000);
    assert.match(String((await outcome).fault), /it never ends/);
  });
});

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
