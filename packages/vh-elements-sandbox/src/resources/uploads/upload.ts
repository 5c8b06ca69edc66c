import { param, type Exchange } from '../../http/exchange.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { receiveFile } from '../../http/body/receive-file.ts';
import { sendJson } from '../../http/respond.ts';
import { fits } from '../../http/values/schema.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { parseContentRange } from '../../ingest/headers/content-range.ts';
import { MAX_REQUEST_BYTES } from '../../ingest/headers/range-rules.ts';
import { checkTokenVideo, requireUploadToken } from './check-upload-token.ts';
import { createResumable } from './resumable.ts';
import { createTusUpload } from './tus-creation.ts';
import { UPLOAD_ID, UPLOAD_SOURCE, UPLOAD_WITH_TOKEN } from './upload-operations.ts';
import { videoBody } from '../videos/video-body.ts';
import { statusBody } from '../videos/video-status.ts';
import { findVideo } from '../videos/videos.ts';

/** Uploads, whole or in parts: with the key into a video, or with a delegated token. */
export const registerUploadRoutes: RegisterRoutes = (services) => {
  const { router, ingest, folder, videos, uploadTokens } = services;
  const { extensions } = services.limits;
  const limits = { folder: folder.extents, maxBytes: MAX_REQUEST_BYTES };

  router.serve(UPLOAD_SOURCE, async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const range = parseContentRange(exchange.request.headers['content-range']);
    const { file } = await receiveFile(exchange.request, limits);
    await ingest.accept(file, range, () => findVideo(services, videoId).videoId);
    sendVideo(services, exchange, videoId);
  });

  router.serve(UPLOAD_WITH_TOKEN, async (exchange) => {
    const { request } = exchange;
    if (request.headers['tus-resumable'] !== undefined) {
      await createTusUpload(services, exchange, () => requireUploadToken(services, exchange));
      return;
    }
    if (request.headers['upload-complete'] !== undefined) {
      await createResumable(services, exchange, requireUploadToken(services, exchange));
      return;
    }
    const token = requireUploadToken(services, exchange);
    const range = parseContentRange(request.headers['content-range']);
    const uploadId = extensions ? readUploadId(exchange) : undefined;
    const { file, fields } = await receiveFile(request, limits);
    const named = fields.get('videoId') || undefined;
    const { videoId, complete } = await ingest.accept(file, range, () => {
      // The token may have been taken back while the bytes were on their way.
      requireUploadToken(services, exchange);
      checkTokenVideo(services, token, named);
      const known = named ?? (uploadId && uploadTokens.videoOfUpload(token, uploadId));
      if (known !== undefined) return findVideo(services, known).videoId;
      const made = videos.create({ title: file.filename || 'file' }).videoId;
      if (uploadId) uploadTokens.rememberUpload(token, uploadId, made);
      return made;
    });
    if (complete) sendVideo(services, exchange, videoId);
    else sendJson(exchange, 201, { videoId });
  });

  // The questions of an uploader after a pause or a lost answer, with the token alone.
  if (!extensions) return;
  router.open('GET', '/upload/:videoId', (exchange) => {
    const token = requireUploadToken(services, exchange);
    checkTokenVideo(services, token, param(exchange, 'videoId'));
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    sendJson(exchange, 200, { videoId, ...statusBody(services, videoId) });
  });
};

function readUploadId({ request }: Exchange): string | undefined {
  const id = request.headers['upload-id'];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !fits(UPLOAD_ID.schema, id))
    throw new Problem('invalid-attribute', { name: 'Upload-Id' });
  return id;
}

function sendVideo(services: Services, exchange: Exchange, videoId: string): void {
  const video = services.videos.get(videoId);
  if (!video) throw notFound('videoId');
  sendJson(exchange, 201, videoBody(services, video, exchange.origin));
}
