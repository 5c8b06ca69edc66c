import { rm } from 'node:fs/promises';
import { Attributes } from '../../http/values/attributes.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { readPage, readSort, sendPage } from '../../http/values/paging.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { LiveStream, LiveStreamChanges } from '../../store/media/live-streams.ts';
import { liveStreamBody } from './live-stream-body.ts';
import { thumbnailFile } from './live-thumbnail-file.ts';
import { readRestreams } from './read-restreams.ts';

const SORTABLE = {
  name: 'name',
  createdAt: 'created_at',
  publishedAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Live streams: create, read, list, change, delete. */
export const registerLiveStreamsRoutes: RegisterRoutes = (services) => {
  const { router, liveStreams, database } = services;

  router.on('POST', '/live-streams', async (exchange) => {
    const body = await readJsonBody(exchange.request);
    const attributes = new Attributes(body);
    const name = attributes.requiredText('name');
    const changes = readChanges(body, attributes);
    attributes.finish();
    sendLiveStream(services, exchange, 200, liveStreams.create({ ...changes, name }));
  });

  router.on('GET', '/live-streams', (exchange) => {
    const { query, origin } = exchange;
    const page = readPage(exchange);
    const sort = readSort(exchange, SORTABLE, { column: 'created_at', order: 'desc' });
    const filter = {
      streamKey: query.get('streamKey') ?? undefined,
      name: query.get('name') ?? undefined,
    };
    const { liveStreams: found, total } = liveStreams.list(filter, sort, page);
    // At once: each private one among them gets a token.
    const bodies = database.transaction(() => found.map((one) => liveStreamBody(services, one, origin)));
    sendPage(exchange, page, bodies, total);
  });

  router.on('GET', '/live-streams/:liveStreamId', (exchange) => {
    sendLiveStream(services, exchange, 200, findLiveStream(services, exchange));
  });

  router.on('PATCH', '/live-streams/:liveStreamId', async (exchange) => {
    findLiveStream(services, exchange);
    const body = await readJsonBody(exchange.request);
    const attributes = new Attributes(body);
    const name = attributes.text('name');
    if (name === '') attributes.refuse('name', '"name" must not be empty.');
    const changes = readChanges(body, attributes);
    attributes.finish();
    // Looked up again: it may have been deleted while the body was on its way.
    const { liveStreamId } = findLiveStream(services, exchange);
    const changed = liveStreams.update(liveStreamId, { ...changes, ...(name === undefined ? {} : { name }) });
    sendLiveStream(services, exchange, 200, changed);
  });

  router.on('DELETE', '/live-streams/:liveStreamId', async (exchange) => {
    const { liveStreamId } = findLiveStream(services, exchange);
    liveStreams.delete(liveStreamId);
    await services.live.drop(liveStreamId);
    await rm(thumbnailFile(services, liveStreamId), { force: true });
    sendEmpty(exchange);
  });

  router.on('PUT', '/live-streams/:liveStreamId/complete', (exchange) => {
    services.live.complete(findLiveStream(services, exchange).liveStreamId);
    sendEmpty(exchange, 202);
  });

  // Extensions: the built-in source, for use without an encoder.
  router.on('POST', '/live-streams/:liveStreamId/_synthetic', (exchange) => {
    const liveStream = findLiveStream(services, exchange);
    services.live.startSynthetic(liveStream.liveStreamId);
    sendLiveStream(services, exchange, 200, liveStream);
  });

  router.on('DELETE', '/live-streams/:liveStreamId/_synthetic', (exchange) => {
    const liveStream = findLiveStream(services, exchange);
    services.live.stopSynthetic(liveStream.liveStreamId);
    sendLiveStream(services, exchange, 200, liveStream);
  });
};

/** The live stream that a path names, or the problem that there is none. */
export function findLiveStream(
  { liveStreams }: Pick<Services, 'liveStreams'>,
  exchange: Exchange,
): LiveStream {
  const liveStream = liveStreams.get(param(exchange, 'liveStreamId'));
  if (!liveStream) throw notFound('liveStreamId');
  return liveStream;
}

/** Answers with a live stream. */
export function sendLiveStream(
  services: Services,
  exchange: Exchange,
  status: number,
  liveStream: LiveStream,
): void {
  sendJson(exchange, status, liveStreamBody(services, liveStream, exchange.origin));
}

/** Reads what may be said of a live stream when it is made, and changed later. */
export function readChanges(
  body: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): LiveStreamChanges {
  const changes = {
    public: attributes.flag('public'),
    record: attributes.flag('record'),
    playerId: attributes.nullableText('playerId'),
    restreams: readRestreams(body, attributes),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
