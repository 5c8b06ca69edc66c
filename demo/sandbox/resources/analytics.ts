import { readPairs } from '../http/deep-query.ts';
import { param } from '../http/exchange.ts';
import { readPage, sendPage } from '../http/paging.ts';
import { readPeriod } from '../http/period.ts';
import { notFound } from '../http/problem.ts';
import { timestamp } from '../http/timestamp.ts';
import type { Room } from '../house.ts';
import type { Session, SessionEvent } from '../store/sessions.ts';
import { findLiveStream } from './live-streams.ts';
import { readUserAgent } from './user-agent.ts';
import { findVideo } from './videos.ts';

/** Who watched, and what they did. */
export const analyticsRoom: Room = (house) => {
  const { router, sessions } = house;

  router.on('GET', '/analytics/videos/:videoId', (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const page = readPage(exchange);
    const filter = { ...readPeriod(exchange.query), metadata: readPairs(exchange.query, 'metadata') };
    const { sessions: found, total } = sessions.list({ kind: 'vod', mediaId: videoId, ...filter }, page);
    sendPage(exchange, page, found.map(sessionBody), total);
  });

  router.on('GET', '/analytics/live-streams/:liveStreamId', (exchange) => {
    const { liveStreamId } = findLiveStream(house, exchange);
    const page = readPage(exchange);
    const filter = { ...readPeriod(exchange.query), metadata: [] };
    const { sessions: found, total } = sessions.list(
      { kind: 'live', mediaId: liveStreamId, ...filter },
      page,
    );
    sendPage(exchange, page, found.map(liveSessionBody), total);
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
  const { metadata } = session;
  return { session: { ...timesOf(session), metadata }, ...viewerOf(session) };
}

/** The sessions of live streams have no metadata on this wire. */
function liveSessionBody(session: Session): Record<string, unknown> {
  return { session: timesOf(session), ...viewerOf(session) };
}

function timesOf({ sessionId, loadedAt, endedAt }: Session): Record<string, unknown> {
  return { sessionId, loadedAt: timestamp(loadedAt), endedAt: timestamp(endedAt) };
}

function viewerOf(session: Session): Record<string, unknown> {
  const { device, os, client } = readUserAgent(session.userAgent);
  return {
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

function eventBody({ type, emittedAt, at, from, to }: SessionEvent): Record<string, unknown> {
  return { type, emittedAt: timestamp(emittedAt), ...(from === undefined ? { at } : { from, to }) };
}
