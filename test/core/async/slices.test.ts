import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finish, runInSlices, type Slices } from '../../../src/core/async/slices.ts';

/** Work of so many steps, each as long as is said. */
function* count(steps: number, ms = 0): Slices<number> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + ms;
    while (performance.now() < until);
    yield;
  }
  return steps;
}

describe('work in slices', () => {
  it('comes to the same as work in one piece', async () => {
    assert.equal(finish(count(1_000)), 1_000);
    assert.equal(await runInSlices(count(1_000)), 1_000);
  });

  it('gives way after some milliseconds, and not after each step', async ({ mock }) => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    function* work(steps: number, ms: number): Slices<number> {
      for (let step = 0; step < steps; step++, now += ms) yield;
      return steps;
    }
    let turns = 0;
    await runInSlices(work(21, 2), undefined, () => Promise.resolve(turns++));
    assert.equal(turns, 5);
    turns = 0;
    await runInSlices(work(20, 0), undefined, () => Promise.resolve(turns++));
    assert.equal(turns, 0);
  });

  it('yields to other tasks between slices', async () => {
    let isDone = false;
    const order: string[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      order.push(isDone ? 'late' : 'in between');
      port1.close();
    };
    port2.postMessage(undefined);
    await runInSlices(count(100, 1));
    isDone = true;
    assert.deepEqual(order, ['in between']);
  });

  it('ends when it is not wanted any more', async () => {
    const life = new AbortController();
    await assert.rejects(
      runInSlices(count(1_000, 1), life.signal, () => Promise.resolve(life.abort())),
      { name: 'AbortError' },
    );
  });
});
