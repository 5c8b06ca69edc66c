import { Attributes } from '../../http/values/attributes.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import type { Video } from '../../store/media/videos.ts';
import { deleteVideo } from './delete-video.ts';
import { videoBody } from './video-body.ts';
import { createVideo } from './video-creation.ts';
import { CREATE_VIDEO, DELETE_VIDEO, GET_VIDEO, LIST_VIDEOS, UPDATE_VIDEO } from './video-operations.ts';

/** Videos: create, read, list, change, delete. */
export const registerVideosRoutes: RegisterRoutes = (services) => {
  const { router, videos, database } = services;
  const send = (exchange: Exchange, status: number, video: Video) => {
    sendJson(exchange, status, videoBody(services, video, exchange.origin));
  };

  router.serve(CREATE_VIDEO, async (exchange) => {
    const { video, fetching } = await createVideo(services, await readJsonBody(exchange.request));
    send(exchange, fetching ? 202 : 201, video);
  });

  router.serve(LIST_VIDEOS, (exchange) => {
    const { query, origin } = exchange;
    const { page, sort, ...filter } = readQuery(query, LIST_VIDEOS.query);
    const { videos: found, total } = videos.list(filter, sort, page);
    // At once: each private one among them gets a token.
    const bodies = database.transaction(() => found.map((video) => videoBody(services, video, origin)));
    sendPage(exchange, page, bodies, total);
  });

  router.serve(GET_VIDEO, (exchange) => {
    send(exchange, 200, findVideo(services, param(exchange, 'videoId')));
  });

  router.serve(UPDATE_VIDEO, async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const changes = attributes.read(UPDATE_VIDEO.body);
    attributes.finish();
    // Looked up again: it may have been deleted while the body was on its way.
    findVideo(services, videoId);
    const video = videos.update(videoId, changes);
    if (changes.mp4Support) services.packager.addMp4(videoId);
    send(exchange, 200, video);
  });

  router.serve(DELETE_VIDEO, async (exchange) => {
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
