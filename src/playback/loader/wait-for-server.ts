import type { BackoffPolicy } from '../../core/async/backoff.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import type { RequestDecorator } from '../requests/request-decorator.ts';
import { poll } from '../support/polling.ts';
import { probe } from '../support/probe.ts';

/** Delays that grow to some seconds only: the viewer waits in front of a still picture. */
const POLLING: BackoffPolicy = { retries: 5_000, baseMs: 500, capMs: 4_000 };

/** Resolves once the server of that address answers again, whatever it says: a fresh start can judge what that means. */
export async function waitForServer(
  url: string,
  signal: AbortSignal,
  decorator?: RequestDecorator,
): Promise<void> {
  const ask = () =>
    probe(url, signal, decorator).then(
      () => true,
      (error: unknown) => (isVhError(error, 'media-network') ? undefined : true),
    );
  await poll(ask, signal, POLLING);
}
