import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import type { House } from '../house.ts';
import { SESSION_SECONDS, type TokenUse } from '../store/private-access.ts';
import type { Video } from '../store/videos.ts';
import { findVideo } from './videos.ts';

const SESSION = /^[\w-]{20,64}$/;

/** Somebody who may have the assets of a video. */
export interface Visit {
  video: Video;
  /**
   * To be called when it is sure that there is something to send: a token is used up by it. Answers the session that
   * the addresses in the answer must carry; nothing for what is public.
   */
  enter: () => string | undefined;
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
    return handler(exchange, { video, enter: () => undefined });
  });
  house.router.open('GET', `/assets/vod/:videoId/token/:token${rest}`, (exchange) => {
    const video = findVideo(house, param(exchange, 'videoId'));
    return handler(
      exchange,
      video.public ? { video, enter: () => undefined } : visit(house, exchange, video, use),
    );
  });
}

function visit({ privateAccess }: House, exchange: Exchange, video: Video, use: TokenUse): Visit {
  const { videoId } = video;
  const { request, response } = exchange;
  const token = param(exchange, 'token');
  const session = carriedSession(exchange).find((one) => privateAccess.isSession(videoId, one));
  if (session === undefined && !privateAccess.isFresh(videoId, token, use)) throw notFound('videoId');
  return {
    video,
    enter: () => {
      // No cache on the way may hand it to others.
      response.setHeader('cache-control', 'private, no-cache');
      // Asking whether it is there is no use of it.
      if (session !== undefined || request.method === 'HEAD') return session;
      const begun = privateAccess.begin(videoId, token, use);
      if (begun === undefined) throw notFound('videoId');
      response.setHeader('x-token-session', begun);
      response.setHeader('set-cookie', cookieOf(begun, exchange));
      return begun;
    },
  };
}

/** The sessions that a request brings: in the address, in a header, or in the cookie of an earlier answer. */
function carriedSession({ request, query }: Exchange): string[] {
  const header = request.headers['x-token-session'];
  const cookie = /(?:^|;\s*)avh=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return [query.get('avh'), header, cookie].filter((one): one is string => SESSION.test(String(one)));
}

/** Lets the same browser go on under the same token: an MP4 is asked for in pieces, a picture once more. */
function cookieOf(session: string, exchange: Exchange): string {
  const path = `/assets/vod/${param(exchange, 'videoId')}/token/${param(exchange, 'token')}`;
  // On another site's page only a secure cookie is sent along.
  const where = exchange.origin.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  return `avh=${session}; Path=${path}; Max-Age=${String(SESSION_SECONDS)}; HttpOnly; ${where}`;
}
