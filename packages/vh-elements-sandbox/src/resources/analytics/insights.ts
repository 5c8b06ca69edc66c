import { insights, InsightsReader } from 'vh-elements/insights';
import { sendJson } from '../../http/respond.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';
import { exportRows, readRecordFilter } from './events-export.ts';

/** The figures of sessions, counted by the code that a site's own server runs over the events that it collects. */
export const registerInsightsRoutes: RegisterRoutes = (services) => {
  services.controls.onState('GET', '/insights', async (exchange) => {
    const filter = readRecordFilter(exchange.query);
    const reader = new InsightsReader({
      videoId: filter.mediaId,
      duration: (videoId) => services.encodings.get(videoId)?.probe?.seconds,
      // These are viewings of a developer or of a test.
      smallestAudience: 1,
      // Players keep the time of their browser, which no test clock moves.
      now: Date.now(),
    });
    const isWanted = browserFilter(exchange.query.get('browser') ?? '');
    for await (const rows of exportRows(services, filter))
      if (isWanted(rows)) for (const row of rows) reader.add(row);
    const { videos, ...figures } = reader.figures();
    sendJson(exchange, 200, {
      ...figures,
      videos: videos.map((video) => ({ ...video, title: titleOf(services, video.videoId) })),
    });
  });
};

/** Tells the rows of sessions in one browser, by the name that the figures have for it. */
function browserFilter(browser: string): (rows: readonly object[]) => boolean {
  if (browser === '') return () => true;
  const known = new Map<unknown, boolean>();
  return ([session = {}]) => {
    const { userAgent } = session as { userAgent?: unknown };
    const isIt =
      known.get(userAgent) ??
      insights([session], { smallestAudience: 1 }).browsers.some(({ name }) => name === browser);
    known.set(userAgent, isIt);
    return isIt;
  };
}

/** A watched video may have been deleted since. */
function titleOf({ videos, liveStreams }: Services, id = ''): string {
  return videos.get(id)?.title ?? liveStreams.get(id)?.name ?? id;
}
