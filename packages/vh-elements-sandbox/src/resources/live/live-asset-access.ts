import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { LiveStream } from '../../store/media/live-streams.ts';
import type { TokenUse } from '../../store/media/private-access.ts';
import { startNoSession, authorizePrivateAsset, type StartSession } from '../assets/private-asset-access.ts';

/** The live stream of a request that may have its assets. */
export interface LiveAssetAccess {
  liveStream: LiveStream;
  startSession: StartSession;
}

/** Serves an asset, or refuses it by throwing. */
export type LiveAssetHandler = (exchange: Exchange, access: LiveAssetAccess) => void | Promise<void>;

/**
 * Adds the routes of one asset of live streams: the public one, and the one under a private token. A client without access
 * is answered as if there were no such live stream.
 */
export function onLiveAsset(
  services: Services,
  rest: string,
  handler: LiveAssetHandler,
  use: TokenUse = 'playback',
): void {
  services.router.open('GET', `/assets/live${rest}`, (exchange) => {
    const liveStream = find(services, exchange);
    if (!liveStream.public) throw notFound('liveStreamId');
    return handler(exchange, { liveStream, startSession: startNoSession });
  });
  services.router.open('GET', `/assets/live/private/:token${rest}`, (exchange) => {
    const liveStream = find(services, exchange);
    if (liveStream.public) return handler(exchange, { liveStream, startSession: startNoSession });
    const token = param(exchange, 'token');
    const startSession = authorizePrivateAsset(services, exchange, {
      mediaId: liveStream.liveStreamId,
      name: 'liveStreamId',
      token,
      use,
      cookiePath: `/assets/live/private/${token}`,
    });
    return handler(exchange, { liveStream, startSession });
  });
}

/** The live stream that a path names: by a segment of its own, or by the name of its playlist. */
function find({ liveStreams }: Services, exchange: Exchange): LiveStream {
  const { liveStreamId, file = '' } = exchange.params;
  const found = liveStreams.get(liveStreamId ?? /^(\w+)\.m3u8$/.exec(file)?.[1] ?? '');
  if (!found) throw notFound('liveStreamId');
  return found;
}
