import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { readPing } from '../../ingest/read-ping.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';
import { receivePing, storePing } from './receive-ping.ts';

/** The first-generation collector: players tell what is watched, as text/plain so that no preflight is needed. */
export const registerCollectorRoutes: RegisterRoutes = (services) => {
  services.router.open('POST', '/collector/vod', (exchange) => collect(services, exchange, 'vod'));
  services.router.open('POST', '/collector/live', (exchange) => collect(services, exchange, 'live'));
};

async function collect(services: Services, exchange: Exchange, kind: SessionKind): Promise<void> {
  const { sessions, videos, isLiveStream, collectorLimits } = services;
  const ping = readPing(await receivePing(services, exchange), kind);
  if (kind === 'vod' && !videos.get(ping.mediaId)) {
    throw new Problem('invalid-attribute', { name: 'session.video_id', detail: 'There is no such video.' });
  }
  if (kind === 'live' && !isLiveStream(ping.mediaId)) {
    const name = 'session.live_stream_id';
    throw new Problem('invalid-attribute', { name, detail: 'There is no such live stream.' });
  }
  const session = storePing(services, exchange, () => {
    const known =
      ping.sessionId === undefined ? undefined : sessions.find(ping.sessionId, kind, ping.mediaId);
    if (known !== undefined) collectorLimits.checkSession(known);
    const id = known ?? sessions.create(kind, ping, exchange.request.headers['user-agent'] ?? '');
    sessions.add(id, ping);
    return id;
  });
  sendJson(exchange, 200, { session });
}
