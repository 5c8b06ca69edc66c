import { rm } from 'node:fs/promises';
import { Attributes } from '../../http/values/attributes.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { LiveStream, LiveStreamChanges } from '../../store/media/live-streams.ts';
import { liveStreamBody } from './live-stream-body.ts';
import { thumbnailFile } from './live-thumbnail-file.ts';
import {
  CREATE_LIVE_STREAM,
  DELETE_LIVE_STREAM,
  GET_LIVE_STREAM,
  LIVE_STREAM_CHANGES,
  LIST_LIVE_STREAMS,
  UPDATE_LIVE_STREAM,
} from './live-stream-operations.ts';
import { checkRestreams } from './read-restreams.ts';

/** Live streams: create, read, list, change, delete. */
export const registerLiveStreamsRoutes: RegisterRoutes = (services) => {
  const { router, liveStreams, database } = services;

  router.serve(CREATE_LIVE_STREAM, async (exchange) => {
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const wanted = attributes.read(CREATE_LIVE_STREAM.body);
    checkRestreams(wanted.restreams, attributes);
    attributes.finish();
    sendLiveStream(services, exchange, 200, liveStreams.create(wanted));
  });

  router.serve(LIST_LIVE_STREAMS, (exchange) => {
    const { query, origin } = exchange;
    const { page, sort, ...filter } = readQuery(query, LIST_LIVE_STREAMS.query);
    const { liveStreams: found, total } = liveStreams.list(filter, sort, page);
    // At once: each private one among them gets a token.
    const bodies = database.transaction(() => found.map((one) => liveStreamBody(services, one, origin)));
    sendPage(exchange, page, bodies, total);
  });

  router.serve(GET_LIVE_STREAM, (exchange) => {
    sendLiveStream(services, exchange, 200, findLiveStream(services, exchange));
  });

  router.serve(UPDATE_LIVE_STREAM, async (exchange) => {
    findLiveStream(services, exchange);
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const changes = attributes.read(UPDATE_LIVE_STREAM.body);
    if (changes.name === '') attributes.refuse('name', '"name" must not be empty.');
    checkRestreams(changes.restreams, attributes);
    attributes.finish();
    // Looked up again: it may have been deleted while the body was on its way.
    const { liveStreamId } = findLiveStream(services, exchange);
    sendLiveStream(services, exchange, 200, liveStreams.update(liveStreamId, changes));
  });

  router.serve(DELETE_LIVE_STREAM, async (exchange) => {
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
export function readChanges(attributes: Attributes): LiveStreamChanges {
  const changes = attributes.read(LIVE_STREAM_CHANGES);
  checkRestreams(changes.restreams, attributes);
  return changes;
}
