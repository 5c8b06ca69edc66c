import { param } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import { sendJson } from '../http/respond.ts';
import type { Room } from '../house.ts';
import { findVideo } from './videos.ts';

/** Swaps a private token for a session, for players that send one along by themselves. */
export const privateSessionsRoom: Room = (house) => {
  house.router.open('GET', '/assets/vod/:videoId/token/:token/session', (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const token = param(exchange, 'token');
    if (exchange.request.method === 'HEAD') throw notFound('videoId');
    const session = house.privateAccess.begin(videoId, token, 'playback');
    if (session === undefined) throw notFound('videoId');
    exchange.response.setHeader('x-token-session', session);
    sendJson(exchange, 200, { session_token: session });
  });
};
