import { backoffDelay, type BackoffPolicy } from '../../core/async/backoff.ts';
import { sleep } from '../../core/async/sleep.ts';
import { VhError } from '../../core/errors/vh-error.ts';

/** Waits of 2 s that grow to 16 s: about half an hour all in all, with half of each left to chance. */
const POLLING: BackoffPolicy = { retries: 160, baseMs: 2_000, capMs: 16_000 };

/** For a live stream that was there: the viewer waits in front of it. */
export const LIVE_POLLING: BackoffPolicy = { retries: 10_000, baseMs: 500, capMs: 2_000 };

/** Asks again, after a while each time, until the answer is not "not yet". Rejects when the signal aborts, or when it took far too long. */
export async function poll<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  signal: AbortSignal,
  policy: BackoffPolicy = POLLING,
): Promise<Answer> {
  for (let attempt = 0; attempt < policy.retries; attempt++) {
    await sleep(500 + backoffDelay(attempt, policy), signal);
    const answer = await ask();
    signal.throwIfAborted();
    if (answer !== undefined) return answer;
  }
  throw new VhError('timeout', 'The service is taking too long to make the video playable.');
}
