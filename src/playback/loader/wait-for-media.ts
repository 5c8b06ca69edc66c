import type { RequestDecorator } from '../requests/request-decorator.ts';
import { LIVE_POLLING, poll } from '../support/polling.ts';
import { probe } from '../support/probe.ts';

/** Resolves once there are media behind the address. Those of a live stream that was there before may be away for any reason. */
export async function waitForMedia(
  address: () => string,
  wasLive: boolean,
  signal: AbortSignal,
  decorator?: RequestDecorator,
): Promise<void> {
  const ask = async () => {
    const { media } = await probe(address(), signal, decorator);
    return media === 'there' ? true : undefined;
  };
  if (wasLive) await poll(() => ask().catch(() => undefined), signal, LIVE_POLLING);
  else await poll(ask, signal);
}
