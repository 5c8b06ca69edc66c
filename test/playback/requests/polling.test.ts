import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { poll } from '../../../src/playback/requests/polling.ts';

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('poll', () => {
  it('asks again until there is an answer', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    const answer = poll(() => (++asked === 3 ? 'there' : undefined), new AbortController().signal);
    for (let turn = 0; asked < 3; turn++) {
      assert.ok(turn < 10, `it has asked ${asked} times`);
      await settle();
      test.mock.timers.tick(20_000);
    }
    assert.equal(await answer, 'there');
  });

  it('gives up in the end', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const over = assert.rejects(
      poll(() => undefined, new AbortController().signal),
      { code: 'timeout' },
    );
    for (let turn = 0; turn < 200; turn++) {
      await settle();
      test.mock.timers.tick(20_000);
    }
    await over;
  });

  it('stops on request, and asks no more', async () => {
    let asked = 0;
    const life = new AbortController();
    const answer = poll(() => void asked++, life.signal);
    await settle();
    life.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    assert.equal(asked, 0);
  });
});
