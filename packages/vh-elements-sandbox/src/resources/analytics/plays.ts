import type { Exchange } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import type { Span } from '../../http/values/period.ts';
import { readQuery, type QueryOf } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';
import { LIST_LIVE_PLAYS, LIST_VIDEO_PLAYS, type PLAYS } from './analytics-operations.ts';
import { invalidQuery, type Dimension, type playsQuery } from './read-plays.ts';
import { readUserAgent } from './user-agent.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Play = ReturnType<Services['sessions']['plays']>[number];
type Wanted = QueryOf<ReturnType<typeof playsQuery>>;

/** How often something was played, by one dimension. */
export const registerPlaysRoutes: RegisterRoutes = (services) => {
  services.router.serve(LIST_VIDEO_PLAYS, (exchange) => {
    sendPlays(services, exchange, 'vod', readQuery(exchange.query, LIST_VIDEO_PLAYS.query));
  });
  services.router.serve(LIST_LIVE_PLAYS, (exchange) => {
    sendPlays(services, exchange, 'live', readQuery(exchange.query, LIST_LIVE_PLAYS.query));
  });
};

function sendPlays(
  { sessions, videos, isLiveStream, clock }: Services,
  exchange: Exchange,
  kind: SessionKind,
  wanted: Wanted,
): void {
  const { page, only, dimension } = wanted;
  const { from, to } = spanOf(wanted, clock.now());
  const valueOf = valuesBy(dimension, to - from);
  const isKnown = (id: string) => (kind === 'vod' ? videos.get(id) !== undefined : isLiveStream(id));
  if (only !== undefined && !isKnown(only)) throw invalidQuery('filter');
  const counts = new Map<string, number>();
  for (const play of sessions.plays(kind, from, to)) {
    if (only !== undefined && play.mediaId !== only) continue;
    const value = valueOf(play);
    counts.set(value, (counts.get(value) ?? 0) + play.plays);
  }
  const items: ValueOf<typeof PLAYS>[] = [...counts].map(([value, plays]) => ({ value, plays }));
  const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
  // Times in their order, everything else by how much it was played.
  const byTime = dimension === 'emittedAt';
  items.sort((a, b) => (byTime ? 0 : b.plays - a.plays) || inOrder(a.value, b.value));
  sendPage(exchange, page, items.slice(page.offset, page.offset + page.pageSize), items.length);
}

function spanOf({ from, to }: Wanted, now: number): Span {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (from < today - 30 * DAY_MS) throw invalidQuery('from');
  if (to !== undefined && to < from) throw invalidQuery('to');
  // A day that is named is included; only the default stops before today.
  return { from, to: to === undefined ? today : to + DAY_MS };
}

function valuesBy(dimension: Dimension, length: number): (play: Play) => string {
  const agent = (play: Play) => readUserAgent(play.userAgent);
  const mediaId = (play: Play) => play.mediaId;
  const values: Readonly<Record<Dimension, (play: Play) => string>> = {
    videoId: mediaId,
    liveStreamId: mediaId,
    emittedAt: ({ emittedAt }) => {
      const step = length <= 2 * DAY_MS ? DAY_MS / 24 : DAY_MS;
      const moment = new Date(Math.floor(emittedAt / step) * step).toISOString();
      return `${moment.slice(0, 10)} ${moment.slice(11, 19)}+00:00`;
    },
    country: () => 'unknown',
    deviceType: (play) => agent(play).device.type,
    operatingSystem: (play) => agent(play).os.name.toLowerCase(),
    browser: (play) => agent(play).client.name.toLowerCase(),
  };
  return values[dimension];
}
