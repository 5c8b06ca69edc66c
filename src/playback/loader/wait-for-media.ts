import { isVhError } from '../../core/errors/vh-error.ts';
import type { RequestDecorator } from '../requests/request-decorator.ts';
import type { RequestAnswer } from '../stream/waiting-state.ts';
import { LIVE_POLLING, poll } from '../support/polling.ts';
import { probe } from '../support/probe.ts';

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
