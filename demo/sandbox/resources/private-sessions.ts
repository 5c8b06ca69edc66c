import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import { sendJson } from '../http/respond.ts';
import type { House, Room } from '../house.ts';

/** Swaps a private token for a session, for players that send one along by themselves. */
export const privateSessionsRoom: Room = (house) => {
  const { router, videos, liveStreams } = house;

  router.open('GET', '/assets/vod/:videoId/token/:token/session', (exchange) => {
    swap(house, exchange, 'videoId', videos.get(param(exchange, 'videoId'))?.videoId);
  });

  router.open('GET', '/assets/live/private/:token/:liveStreamId/session', (exchange) => {
    const liveStream = liveStreams.get(param(exchange, 'liveStreamId'));
    swap(house, exchange, 'liveStreamId', liveStream?.liveStreamId);
  });
};

function swap(house: House, exchange: Exchange, name: string, mediaId: string | undefined): void {
  if (mediaId === undefined || exchange.request.method === 'HEAD') throw notFound(name);
  const session = house.privateAccess.begin(mediaId, param(exchange, 'token'), 'playback');
  if (session === undefined) throw notFound(name);
  exchange.response.setHeader('x-token-session', session);
  sendJson(exchange, 200, { session_token: session });
}
