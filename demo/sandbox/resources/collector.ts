import type { Exchange } from '../http/exchange.ts';
import { Problem } from '../http/problem.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { sendJson } from '../http/respond.ts';
import type { House, Room } from '../house.ts';
import { readPing } from '../ingest/read-ping.ts';
import type { SessionKind } from '../store/sessions.ts';

/** The first-generation collector: players tell what is watched, as text/plain so that no preflight is needed. */
export const collectorRoom: Room = (house) => {
  house.router.open('POST', '/collector/vod', (exchange) => collect(house, exchange, 'vod'));
  house.router.open('POST', '/collector/live', (exchange) => collect(house, exchange, 'live'));
};

async function collect(house: House, exchange: Exchange, kind: SessionKind): Promise<void> {
  const { sessions, database } = house;
  const { request } = exchange;
  const ping = readPing(await readJsonBody(request), kind);
  requireMedia(house, kind, ping.mediaId);
  const session = database.transaction(() => {
    const known =
      ping.sessionId === undefined ? undefined : sessions.find(ping.sessionId, kind, ping.mediaId);
    const id = known ?? sessions.create(kind, ping, request.headers['user-agent'] ?? '');
    sessions.add(id, ping);
    return id;
  });
  sendJson(exchange, 200, { session });
}

function requireMedia({ videos, liveStreams }: House, kind: SessionKind, mediaId: string): void {
  if (kind === 'vod' ? videos.get(mediaId) : liveStreams.get(mediaId)) return;
  throw kind === 'vod'
    ? new Problem('invalid-attribute', { name: 'session.video_id', detail: 'There is no such video.' })
    : new Problem('invalid-attribute', {
        name: 'session.live_stream_id',
        detail: 'There is no such live stream.',
      });
}
