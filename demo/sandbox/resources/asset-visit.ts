import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import type { House } from '../house.ts';
import type { TokenUse } from '../store/private-access.ts';
import type { Video } from '../store/videos.ts';
import { enterFreely, privateVisit, type Enter } from './private-visit.ts';
import { findVideo } from './videos.ts';

/** Somebody who may have the assets of a video. */
export interface Visit {
  video: Video;
  enter: Enter;
}

/** Serves an asset, or refuses it by throwing. */
export type AssetHandler = (exchange: Exchange, visit: Visit) => void | Promise<void>;

/**
 * Adds the routes of one asset: the public one, and the one under a private token. Whoever has no right is answered as
 * if there were no such video.
 */
export function onAsset(house: House, rest: string, handler: AssetHandler, use: TokenUse = 'playback'): void {
  house.router.open('GET', `/assets/vod/:videoId${rest}`, (exchange) => {
    const video = findVideo(house, param(exchange, 'videoId'));
    if (!video.public) throw notFound('videoId');
    return handler(exchange, { video, enter: enterFreely });
  });
  house.router.open('GET', `/assets/vod/:videoId/token/:token${rest}`, (exchange) => {
    const video = findVideo(house, param(exchange, 'videoId'));
    if (video.public) return handler(exchange, { video, enter: enterFreely });
    const { videoId } = video;
    const token = param(exchange, 'token');
    const cookiePath = `/assets/vod/${videoId}/token/${token}`;
    const enter = privateVisit(house, exchange, {
      mediaId: videoId,
      name: 'videoId',
      token,
      use,
      cookiePath,
    });
    return handler(exchange, { video, enter });
  });
}
