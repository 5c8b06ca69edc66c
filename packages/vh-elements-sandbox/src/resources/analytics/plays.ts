import type { Exchange } from '../../http/exchange.ts';
import { readPage, sendPage } from '../../http/values/paging.ts';
import { readDay, type Span } from '../../http/values/period.ts';
import { Problem } from '../../http/problem.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';
import { readUserAgent } from './user-agent.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Play = ReturnType<Services['sessions']['plays']>[number];

/** How often something was played, by one dimension. */
export const registerPlaysRoutes: RegisterRoutes = (services) => {
  services.router.on('GET', '/analytics/videos/plays', (exchange) => {
    sendPlays(services, exchange, 'vod', 'videoId');
  });
  services.router.on('GET', '/analytics/live-streams/plays', (exchange) => {
    sendPlays(services, exchange, 'live', 'liveStreamId');
  });
};

function sendPlays(
  { sessions, videos, isLiveStream, clock }: Services,
  exchange: Exchange,
  kind: SessionKind,
  idName: string,
): void {
  const { query } = exchange;
  const page = readPage(exchange);
  const { from, to } = readSpan(query, clock.now());
  const valueOf = readDimension(query, idName, to - from);
  const only = readFilter(query, idName);
  const isKnown = (id: string) => (kind === 'vod' ? videos.get(id) !== undefined : isLiveStream(id));
  if (only !== undefined && !isKnown(only)) throw invalidQuery('filter');
  const counts = new Map<string, number>();
  for (const play of sessions.plays(kind, from, to)) {
    if (only !== undefined && play.mediaId !== only) continue;
    const value = valueOf(play);
    counts.set(value, (counts.get(value) ?? 0) + play.plays);
  }
  const items = [...counts].map(([value, plays]) => ({ value, plays }));
  const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
  // Times in their order, everything else by how much it was played.
  const byTime = query.get('dimension') === 'emittedAt';
  items.sort((a, b) => (byTime ? 0 : b.plays - a.plays) || inOrder(a.value, b.value));
  sendPage(exchange, page, items.slice(page.offset, page.offset + page.pageSize), items.length);
}

function readSpan(query: URLSearchParams, now: number): Span {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = readDay(query.get('from') ?? '');
  const last = query.get('to');
  const to = last === null ? today : readDay(last);
  if (from === undefined) throw new Problem('invalid-attribute', { name: 'from', detail: 'A day is wanted, within the last 30.' }); // prettier-ignore
  if (to === undefined) throw new Problem('invalid-attribute', { name: 'to', detail: 'A day is wanted.' });
  if (from < today - 30 * DAY_MS) throw invalidQuery('from');
  if (to < from && last !== null) throw invalidQuery('to');
  // A day that is named is included; only the default stops before today.
  return { from, to: last === null ? to : to + DAY_MS };
}

function readDimension(query: URLSearchParams, idName: string, length: number): (play: Play) => string {
  const dimension = query.get('dimension');
  const agent = (play: Play) => readUserAgent(play.userAgent);
  const dimensions: Readonly<Record<string, (play: Play) => string>> = {
    [idName]: ({ mediaId }) => mediaId,
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
  if (dimension === null) throw new Problem('invalid-attribute', { name: 'dimension', detail: 'A dimension is wanted.' }); // prettier-ignore
  const valueOf = Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : undefined;
  if (!valueOf) throw invalidQuery('dimension');
  return valueOf;
}

function readFilter(query: URLSearchParams, idName: string): string | undefined {
  const filter = query.get('filter');
  if (filter === null) return undefined;
  if (!filter.startsWith(`${idName}:`)) throw invalidQuery('filter');
  return filter.slice(idName.length + 1);
}

function invalidQuery(name: string): Problem {
  return new Problem('request-invalid-query-parameter', { name });
}
