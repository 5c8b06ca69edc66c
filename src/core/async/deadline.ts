import { sleep } from './sleep.ts';
import { VhError } from '../errors/vh-error.ts';

/** The result of `work`, or a `timeout` error with this message after `ms`. The work itself continues. */
export async function withDeadline<Value>(work: Promise<Value>, ms: number, message: string): Promise<Value> {
  const done = new AbortController();
  const late = sleep(ms, done.signal).then(() => {
    throw new VhError('timeout', message);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    done.abort();
  }
}
