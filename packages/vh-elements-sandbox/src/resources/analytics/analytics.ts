import { param } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound } from '../../http/problem.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { Session, SessionEvent } from '../../store/analytics/sessions.ts';
import {
  LIST_LIVE_SESSIONS,
  LIST_SESSION_EVENTS,
  LIST_VIDEO_SESSIONS,
  type SESSION,
  type SESSION_EVENT,
} from './analytics-operations.ts';
import { readUserAgent } from './user-agent.ts';
import { findVideo } from '../videos/videos.ts';

/** The sessions of viewers, and their events. */
export const registerAnalyticsRoutes: RegisterRoutes = (services) => {
  const { router, sessions, isLiveStream } = services;

  router.serve(LIST_VIDEO_SESSIONS, (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const { page, span, metadata } = readQuery(exchange.query, LIST_VIDEO_SESSIONS.query);
    const filter = { ...span, metadata };
    const { sessions: found, total } = sessions.list({ kind: 'vod', mediaId: videoId, ...filter }, page);
    sendPage(exchange, page, found.map(sessionBody), total);
  });

  router.serve(LIST_LIVE_SESSIONS, (exchange) => {
    const mediaId = param(exchange, 'liveStreamId');
    if (!isLiveStream(mediaId)) throw notFound('liveStreamId');
    const { page, span } = readQuery(exchange.query, LIST_LIVE_SESSIONS.query);
    const filter = { ...span, metadata: [] };
    const { sessions: found, total } = sessions.list({ kind: 'live', mediaId, ...filter }, page);
    sendPage(exchange, page, found.map(sessionBody), total);
  });

  router.serve(LIST_SESSION_EVENTS, (exchange) => {
    const sessionId = param(exchange, 'sessionId');
    if (!sessions.exists(sessionId)) throw notFound('sessionId');
    const { page } = readQuery(exchange.query, LIST_SESSION_EVENTS.query);
    const { events, total } = sessions.events(sessionId, page);
    sendPage(exchange, page, events.map(eventBody), total);
  });
};

function sessionBody(session: Session): ValueOf<typeof SESSION> {
  const { device, os, client } = readUserAgent(session.userAgent);
  return {
    session: {
      sessionId: session.sessionId,
      loadedAt: timestamp(session.loadedAt),
      endedAt: timestamp(session.endedAt),
      // Viewings of live streams carry none.
      ...(session.kind === 'vod' ? { metadata: [...session.metadata] } : {}),
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
function eventBody({ type, emittedAt, at, from, to }: SessionEvent): ValueOf<typeof SESSION_EVENT> {
  const whole = (seconds = 0) => Math.floor(seconds);
  const where = from === undefined ? { at: whole(at) } : { from: whole(from), to: whole(to) };
  return { type, emittedAt: timestamp(emittedAt), ...where };
}
