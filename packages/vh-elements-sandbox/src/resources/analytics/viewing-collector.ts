import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { readViewing } from '../../ingest/read-viewing.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { kindOf, receivePing, storePing } from './receive-ping.ts';

/** The collector of our own format: every event to the millisecond, and sums that no lost delivery can spoil. */
export const registerViewingCollectorRoutes: RegisterRoutes = (services) => {
  const { router, sessions, viewingEvents, sessionEnds, collectorLimits } = services;
  router.open('POST', '/collector/events', async (exchange) => {
    const batch = readViewing(await receivePing(services, exchange));
    const { viewingId, kind, mediaId, begunAt } = batch;
    if (kindOf(services, mediaId) !== kind)
      throw new Problem('invalid-attribute', {
        name: 'viewing.mediaId',
        detail: 'There is no such thing to watch.',
      });
    storePing(services, exchange, () => {
      const known = sessions.findViewing(viewingId, kind, mediaId);
      if (known !== undefined) collectorLimits.checkSession(known);
      const begun = { ...batch, loadedAt: begunAt, emittedAt: begunAt };
      const id = known ?? sessions.create(kind, begun, exchange.request.headers['user-agent'] ?? '');
      viewingEvents.add(id, batch);
      sessionEnds.heard(id);
    });
    sendJson(exchange, 200, { keepsOnce: true });
  });
};
