import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { TokenUse } from '../../store/media/private-access.ts';
import type { Video } from '../../store/media/videos.ts';
import { authorizePrivateAsset, startNoSession, type StartSession } from '../assets/private-asset-access.ts';
import { findVideo } from './videos.ts';

/** The video of a request that may have its assets. */
export interface AssetAccess {
  video: Video;
  startSession: StartSession;
}

/** Serves an asset, or refuses it by throwing. */
export type AssetHandler = (exchange: Exchange, access: AssetAccess) => void | Promise<void>;

/**
 * Adds the routes of one asset: the public one, and the one under a private token. A request without
 * authorization is answered as if there were no such video.
 */
export function onAsset(
  services: Services,
  rest: string,
  handler: AssetHandler,
  use: TokenUse = 'playback',
): void {
  services.router.open('GET', `/assets/vod/:videoId${rest}`, (exchange) => {
    const video = findVideo(services, param(exchange, 'videoId'));
    if (!video.public) throw notFound('videoId');
    return handler(exchange, { video, startSession: startNoSession });
  });
  services.router.open('GET', `/assets/vod/:videoId/token/:token${rest}`, (exchange) => {
    const video = findVideo(services, param(exchange, 'videoId'));
    if (video.public) return handler(exchange, { video, startSession: startNoSession });
    const { videoId } = video;
    const token = param(exchange, 'token');
    const cookiePath = `/assets/vod/${videoId}/token/${token}`;
    const startSession = authorizePrivateAsset(services, exchange, {
      mediaId: videoId,
      name: 'videoId',
      token,
      use,
      cookiePath,
    });
    return handler(exchange, { video, startSession });
  });
}
