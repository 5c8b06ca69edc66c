import { Attributes } from '../../http/values/attributes.ts';
import { readPairs, readTexts } from '../../http/values/deep-query.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { readPage, readSort, sendPage } from '../../http/values/paging.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { Video } from '../../store/media/videos.ts';
import { deleteVideo } from './delete-video.ts';
import { videoBody } from './video-body.ts';
import { readChanges } from './video-changes.ts';
import { createVideo } from './video-creation.ts';

const SORTABLE = {
  title: 'title',
  createdAt: 'created_at',
  publishedAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Videos: create, read, list, change, delete. */
export const registerVideosRoutes: RegisterRoutes = (services) => {
  const { router, videos, database } = services;
  const send = (exchange: Exchange, status: number, video: Video) => {
    sendJson(exchange, status, videoBody(services, video, exchange.origin));
  };

  router.on('POST', '/videos', async (exchange) => {
    const { video, fetching } = await createVideo(services, await readJsonBody(exchange.request));
    send(exchange, fetching ? 202 : 201, video);
  });

  router.on('GET', '/videos', (exchange) => {
    const { query, origin } = exchange;
    const page = readPage(exchange);
    const sort = readSort(exchange, SORTABLE, { column: 'created_at', order: 'desc' });
    const filter = {
      title: query.get('title') ?? undefined,
      description: query.get('description') ?? undefined,
      liveStreamId: query.get('liveStreamId') ?? undefined,
      tags: readTexts(query, 'tags'),
      metadata: readPairs(query, 'metadata'),
    };
    const { videos: found, total } = videos.list(filter, sort, page);
    // At once: each private one among them gets a token.
    const bodies = database.transaction(() => found.map((video) => videoBody(services, video, origin)));
    sendPage(exchange, page, bodies, total);
  });

  router.on('GET', '/videos/:videoId', (exchange) => {
    send(exchange, 200, findVideo(services, param(exchange, 'videoId')));
  });

  router.on('PATCH', '/videos/:videoId', async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const title = attributes.text('title');
    const changes = readChanges(attributes);
    attributes.finish();
    // Looked up again: it may have been deleted while the body was on its way.
    findVideo(services, videoId);
    const video = videos.update(videoId, { ...changes, ...(title === undefined ? {} : { title }) });
    if (changes.mp4Support) services.packager.addMp4(videoId);
    send(exchange, 200, video);
  });

  router.on('DELETE', '/videos/:videoId', async (exchange) => {
    await deleteVideo(services, findVideo(services, param(exchange, 'videoId')).videoId);
    sendEmpty(exchange);
  });
};

/** The video, or the problem that there is none. */
export function findVideo({ videos }: Pick<Services, 'videos'>, videoId: string): Video {
  const video = videos.get(videoId);
  if (!video) throw notFound('videoId');
  return video;
}
