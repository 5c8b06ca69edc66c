import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';

/** Swaps a private token for a session, for players that send one along. */
export const registerPrivateSessionsRoutes: RegisterRoutes = (services) => {
  const { router, videos, liveStreams } = services;

  router.open('GET', '/assets/vod/:videoId/token/:token/session', (exchange) => {
    swap(services, exchange, 'videoId', videos.get(param(exchange, 'videoId'))?.videoId);
  });

  router.open('GET', '/assets/live/private/:token/:liveStreamId/session', (exchange) => {
    const liveStream = liveStreams.get(param(exchange, 'liveStreamId'));
    swap(services, exchange, 'liveStreamId', liveStream?.liveStreamId);
  });
};

function swap(services: Services, exchange: Exchange, name: string, mediaId: string | undefined): void {
  if (mediaId === undefined || exchange.request.method === 'HEAD') throw notFound(name);
  const session = services.privateAccess.begin(mediaId, param(exchange, 'token'), 'playback');
  if (session === undefined) throw notFound(name);
  exchange.response.setHeader('x-token-session', session);
  sendJson(exchange, 200, { session_token: session });
}
