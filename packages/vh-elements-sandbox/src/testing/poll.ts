import { setTimeout as rest } from 'node:timers/promises';

/** Milliseconds between two looks. */
const PAUSE_MS = 20;
/** How long a test waits where it does not say. */
const TIMEOUT_MS = 10_000;

/** How long to wait for something. */
export interface WaitOptions {
  /** Milliseconds; ten seconds by default. */
  timeout?: number;
}

/** What `look` finds, once it finds something; throws a sentence about `what` where it does not in time. */
export async function poll<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  { timeout = TIMEOUT_MS }: WaitOptions = {},
): Promise<Found> {
  const start = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - start > timeout)
      throw new Error(`The sandbox has seen no ${what} within ${String(timeout)} ms.`);
    await rest(PAUSE_MS);
  }
}
