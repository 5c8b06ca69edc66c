import { queryPairs } from '../../http/query/deep-query.ts';
import { PAGE, pageOf } from '../../http/values/paging.ts';
import { PERIOD } from '../../http/values/period.ts';
import { COUNT, MOMENT, PAIRS, TEXT, idOf, nullable, optional, shows } from '../../http/values/shape.ts';
import { operation } from '../../routing/operation.ts';
import { playsQuery } from './read-plays.ts';

const tag = 'Analytics';

/** A viewing. */
export const SESSION = shows(
  {
    session: shows({
      sessionId: idOf('ps'),
      loadedAt: MOMENT,
      endedAt: MOMENT,
      metadata: optional(PAIRS),
    }),
    location: shows({ country: nullable(TEXT), city: nullable(TEXT) }),
    referrer: shows({ url: nullable(TEXT), medium: TEXT, source: TEXT, searchTerm: TEXT }),
    device: shows({ type: TEXT, vendor: TEXT, model: TEXT }),
    os: shows({ name: TEXT, shortname: TEXT, version: TEXT }),
    client: shows({ type: TEXT, name: TEXT, version: TEXT }),
  },
  'PlayerSession',
);

/** An event of a viewing: where it was, or from where to where it went. */
export const SESSION_EVENT = shows(
  { type: TEXT, emittedAt: MOMENT, at: optional(COUNT), from: optional(COUNT), to: optional(COUNT) },
  'PlayerSessionEvent',
);

/** How often something was played. */
export const PLAYS = shows({ value: TEXT, plays: COUNT }, 'Plays');

export const LIST_VIDEO_SESSIONS = operation({
  ...{ id: 'listVideoSessions', method: 'GET', path: '/analytics/videos/:videoId', tag },
  summary: 'Lists the viewings of a video',
  query: {
    page: PAGE,
    span: PERIOD,
    metadata: queryPairs('metadata', 'Pairs of metadata that they all have.'),
  },
  answers: { 200: pageOf(SESSION) },
});

export const LIST_LIVE_SESSIONS = operation({
  ...{ id: 'listLiveStreamSessions', method: 'GET', path: '/analytics/live-streams/:liveStreamId', tag },
  summary: 'Lists the viewings of a live stream',
  query: { page: PAGE, span: PERIOD },
  answers: { 200: pageOf(SESSION) },
});

export const LIST_SESSION_EVENTS = operation({
  ...{ id: 'listSessionEvents', method: 'GET', path: '/analytics/sessions/:sessionId/events', tag },
  summary: 'Lists the events of a viewing',
  query: { page: PAGE },
  answers: { 200: pageOf(SESSION_EVENT) },
});

export const LIST_VIDEO_PLAYS = operation({
  ...{ id: 'listVideoPlays', method: 'GET', path: '/analytics/videos/plays', tag },
  summary: 'Counts the plays of videos',
  query: playsQuery('videoId'),
  answers: { 200: pageOf(PLAYS) },
});

export const LIST_LIVE_PLAYS = operation({
  ...{ id: 'listLiveStreamPlays', method: 'GET', path: '/analytics/live-streams/plays', tag },
  summary: 'Counts the plays of live streams',
  query: playsQuery('liveStreamId'),
  answers: { 200: pageOf(PLAYS) },
});

/** The operations on what viewers did. */
export const ANALYTICS_OPERATIONS = [
  LIST_VIDEO_SESSIONS,
  LIST_LIVE_SESSIONS,
  LIST_SESSION_EVENTS,
  LIST_VIDEO_PLAYS,
  LIST_LIVE_PLAYS,
];
