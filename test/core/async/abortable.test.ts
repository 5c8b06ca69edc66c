import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abortable } from '../../../src/core/async/abortable.ts';
import { settled } from '../../support/until.ts';

describe('abortable', () => {
  it('rejects with the reason of a signal that has aborted, and lets nothing of the promise be unhandled', async (t) => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    t.after(() => process.off('unhandledRejection', listener));
    const reason = new Error('enough');
    const late = Promise.reject(new Error('the body was cut off'));
    await assert.rejects(abortable(late, AbortSignal.abort(reason)), reason);
    // Node reports it once the microtasks are done.
    await settled();
    assert.deepEqual(unhandled, []);
  });

  it('rejects with the reason when the signal aborts before the promise ends', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(reason);
    await assert.rejects(waiting, reason);
  });

  it('gives what the promise gives', async () => {
    assert.equal(await abortable(Promise.resolve(7), new AbortController().signal), 7);
  });
});
