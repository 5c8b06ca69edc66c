import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { readPing } from '../../ingest/read-ping.ts';
import type { Ping, SessionKind } from '../../store/analytics/sessions.ts';
import { receivePing, storePing } from './receive-ping.ts';

/** The first-generation collector: players report viewing as text/plain, which needs no preflight. */
export const registerCollectorRoutes: RegisterRoutes = (services) => {
  services.router.open('POST', '/collector/vod', (exchange) => collect(services, exchange, 'vod'));
  services.router.open('POST', '/collector/live', (exchange) => collect(services, exchange, 'live'));
};

async function collect(services: Services, exchange: Exchange, kind: SessionKind): Promise<void> {
  const { sessions, sessionEnds, videos, isLiveStream, collectorLimits } = services;
  const ping = viewedUntil(readPing(await receivePing(services, exchange), kind, services.clock.now()));
  if (kind === 'vod' && !videos.get(ping.mediaId)) {
    throw new Problem('invalid-attribute', { name: 'session.video_id', detail: 'There is no such video.' });
  }
  if (kind === 'live' && !isLiveStream(ping.mediaId)) {
    const name = 'session.live_stream_id';
    throw new Problem('invalid-attribute', { name, detail: 'There is no such live stream.' });
  }
  const session = storePing(services, exchange, () => {
    const known = sessionOf(services, kind, ping);
    if (known !== undefined) collectorLimits.checkSession(known);
    const id = known ?? sessions.create(kind, ping, exchange.request.headers['user-agent'] ?? '');
    sessions.add(id, ping);
    sessionEnds.heard(id);
    return id;
  });
  // Only the page's own name makes a repeated delivery harmless, whatever is in it.
  sendJson(exchange, 200, { session, ...(ping.viewingId === undefined ? {} : { keeps_once: true }) });
}

/** The session that a ping continues: by the page's own name of it, by ours, or by an event that it already has. */
function sessionOf({ sessions }: Services, kind: SessionKind, ping: Ping): string | undefined {
  const { viewingId, sessionId, mediaId } = ping;
  if (viewingId !== undefined) return sessions.findViewing(viewingId, kind, mediaId);
  const named = sessionId === undefined ? undefined : sessions.find(sessionId, kind, mediaId);
  return named ?? sessions.findByEvents(ping, kind);
}

/** A later visit may deliver what an earlier one recorded: when that is sent does not prolong a named viewing. */
function viewedUntil(ping: Ping): Ping {
  const last = ping.viewingId === undefined ? undefined : ping.events.at(-1);
  return last ? { ...ping, emittedAt: last.emittedAt } : ping;
}
