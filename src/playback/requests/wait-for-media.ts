import { isVhError } from '../../core/errors/vh-error.ts';
import type { RequestDecorator } from './request-decorator.ts';
import { LIVE_POLLING, poll } from './polling.ts';
import { probe, type RequestAnswer } from './probe.ts';
import type { BackoffPolicy } from '../../core/async/backoff.ts';

/** How to wait for media. */
export interface MediaWait {
  address: () => string;
  /** True for a live stream that was there before: it may be away for any reason. */
  wasLive: boolean;
  /** Told after each request of such a stream. */
  answered: (answer: RequestAnswer) => void;
  decorator?: RequestDecorator | undefined;
}

/** Resolves once there are media behind the address. */
export async function waitForMedia(
  { address, wasLive, answered, decorator }: MediaWait,
  signal: AbortSignal,
): Promise<void> {
  const ask = async () => {
    const { media } = await probe(address(), signal, decorator);
    return media === 'there' ? true : undefined;
  };
  const askAnyway = async () => {
    try {
      const answer = await ask();
      answered('good');
      return answer;
    } catch (error) {
      const isLost = isVhError(error, 'media-network') && error.status === undefined;
      if (!signal.aborted) answered(isLost ? 'none' : 'good');
      return undefined;
    }
  };
  if (wasLive) await poll(askAnyway, signal, LIVE_POLLING);
  else await poll(ask, signal);
}

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
