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

async function collect(
  { sessions, videos, isLiveStream, database }: House,
  exchange: Exchange,
  kind: SessionKind,
): Promise<void> {
  const { request } = exchange;
  const ping = readPing(await readJsonBody(request), kind);
  if (kind === 'vod' && !videos.get(ping.mediaId)) {
    throw new Problem('invalid-attribute', { name: 'session.video_id', detail: 'There is no such video.' });
  }
  if (kind === 'live' && !isLiveStream(ping.mediaId)) {
    const name = 'session.live_stream_id';
    throw new Problem('invalid-attribute', { name, detail: 'There is no such live stream.' });
  }
  const session = database.transaction(() => {
    const known =
      ping.sessionId === undefined ? undefined : sessions.find(ping.sessionId, kind, ping.mediaId);
    const id = known ?? sessions.create(kind, ping, request.headers['user-agent'] ?? '');
    sessions.add(id, ping);
    return id;
  });
  sendJson(exchange, 200, { session });
}
