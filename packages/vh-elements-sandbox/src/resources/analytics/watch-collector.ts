import { Problem } from '../../http/problem.ts';
import { sendEmpty } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { readWatch } from '../../ingest/read-watch.ts';
import { receivePing, storePing } from './receive-ping.ts';

/** The second-generation collector: batches of terse events, whose senders look at nothing but the status. */
export const registerWatchCollectorRoutes: RegisterRoutes = (services) => {
  const { router, videos, isLiveStream, watchPlaybacks, collectorLimits, sessionEnds } = services;
  router.open('POST', '/collector/watch', async (exchange) => {
    const batch = readWatch(await receivePing(services, exchange));
    const kind = batch.mediaId.startsWith('li') ? 'live' : 'vod';
    const isKnown = kind === 'live' ? isLiveStream(batch.mediaId) : videos.get(batch.mediaId) !== undefined;
    if (!isKnown)
      throw new Problem('invalid-attribute', { name: 'mid', detail: 'There is no such thing to watch.' });
    storePing(services, exchange, () => {
      const known = watchPlaybacks.sessionOf(batch);
      if (known !== undefined) collectorLimits.checkSession(known);
      const id = watchPlaybacks.add(kind, batch, exchange.request.headers['user-agent'] ?? '');
      if (id !== undefined) sessionEnds.heard(id);
    });
    sendEmpty(exchange, 201);
  });
};
