import { Problem } from '../http/problem.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { sendEmpty } from '../http/respond.ts';
import type { Room } from '../house.ts';
import { readWatch } from '../ingest/read-watch.ts';

/** The second-generation collector: batches of terse events, whose senders look at nothing but the status. */
export const watchCollectorRoom: Room = ({ router, database, videos, isLiveStream, watching }) => {
  router.open('POST', '/collector/watch', async (exchange) => {
    const { request } = exchange;
    const batch = readWatch(await readJsonBody(request));
    const kind = batch.mediaId.startsWith('li') ? 'live' : 'vod';
    const isKnown = kind === 'live' ? isLiveStream(batch.mediaId) : videos.get(batch.mediaId) !== undefined;
    if (!isKnown)
      throw new Problem('invalid-attribute', { name: 'mid', detail: 'There is no such thing to watch.' });
    database.transaction(() => {
      watching.take(kind, batch, request.headers['user-agent'] ?? '');
    });
    sendEmpty(exchange, 201);
  });
};
