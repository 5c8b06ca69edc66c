import type { sleep } from '../../core/async/sleep.ts';

/** Runs `work` with a signal that aborts with `signal`, and after `ms` on the environment's clock. */
export async function withTimeout<Value>(
  ms: number,
  environment: { sleep: typeof sleep },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const late = new AbortController();
  const done = new AbortController();
  environment.sleep(ms, AbortSignal.any([signal, done.signal])).then(
    () => {
      late.abort();
    },
    () => {},
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    done.abort();
  }
}
