import { readPairs } from '../../http/values/deep-query.ts';
import { param } from '../../http/exchange.ts';
import { readPage, sendPage } from '../../http/values/paging.ts';
import { readPeriod } from '../../http/values/period.ts';
import { notFound } from '../../http/problem.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { Session, SessionEvent } from '../../store/analytics/sessions.ts';
import { readUserAgent } from './user-agent.ts';
import { findVideo } from '../videos/videos.ts';

/** The sessions of viewers, and their events. */
export const registerAnalyticsRoutes: RegisterRoutes = (services) => {
  const { router, sessions, isLiveStream } = services;

  router.on('GET', '/analytics/videos/:videoId', (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const page = readPage(exchange);
    const filter = { ...readPeriod(exchange.query), metadata: readPairs(exchange.query, 'metadata') };
    const { sessions: found, total } = sessions.list({ kind: 'vod', mediaId: videoId, ...filter }, page);
    sendPage(exchange, page, found.map(sessionBody), total);
  });

  router.on('GET', '/analytics/live-streams/:liveStreamId', (exchange) => {
    const mediaId = param(exchange, 'liveStreamId');
    if (!isLiveStream(mediaId)) throw notFound('liveStreamId');
    const page = readPage(exchange);
    const filter = { ...readPeriod(exchange.query), metadata: [] };
    const { sessions: found, total } = sessions.list({ kind: 'live', mediaId, ...filter }, page);
    sendPage(exchange, page, found.map(sessionBody), total);
  });

  router.on('GET', '/analytics/sessions/:sessionId/events', (exchange) => {
    const sessionId = param(exchange, 'sessionId');
    if (!sessions.exists(sessionId)) throw notFound('sessionId');
    const page = readPage(exchange);
    const { events, total } = sessions.events(sessionId, page);
    sendPage(exchange, page, events.map(eventBody), total);
  });
};

function sessionBody(session: Session): Record<string, unknown> {
  const { device, os, client } = readUserAgent(session.userAgent);
  return {
    session: {
      sessionId: session.sessionId,
      loadedAt: timestamp(session.loadedAt),
      endedAt: timestamp(session.endedAt),
      // Viewings of live streams carry none.
      ...(session.kind === 'vod' ? { metadata: session.metadata } : {}),
    },
    // No addresses are looked up, nor kept: a sandbox has no business knowing where anyone is.
    location: { country: null, city: null },
    referrer: {
      url: session.referrer === '' ? null : session.referrer,
      medium: 'unknown',
      source: 'unknown',
      searchTerm: 'unknown',
    },
    // Sessions and plays have different words for the same thing.
    device: { ...device, type: device.type === 'computer' ? 'desktop' : device.type },
    os,
    client,
  };
}

/** In whole seconds, as the service states them. */
function eventBody({ type, emittedAt, at, from, to }: SessionEvent): Record<string, unknown> {
  const whole = (seconds = 0) => Math.floor(seconds);
  const where = from === undefined ? { at: whole(at) } : { from: whole(from), to: whole(to) };
  return { type, emittedAt: timestamp(emittedAt), ...where };
}
