import { param, type Exchange } from '../http/exchange.ts';
import { notFound, Problem } from '../http/problem.ts';
import { receiveFile } from '../http/receive-file.ts';
import { sendJson } from '../http/respond.ts';
import type { House, Room } from '../house.ts';
import { parseContentRange } from '../ingest/content-range.ts';
import { LARGEST_REQUEST } from '../ingest/range-rules.ts';
import { checkTokenVideo, requireUploadToken } from './check-upload-token.ts';
import { createTusUpload } from './tus-creation.ts';
import { videoBody } from './video-body.ts';
import { statusBody } from './video-status.ts';
import { findVideo } from './videos.ts';

const UPLOAD_ID = /^[\x21-\x7e]{1,128}$/;

/** Uploads, whole or in parts: with the key into a video, or with a delegated token. */
export const uploadRoom: Room = (house) => {
  const { router, ingest, folder, videos, uploadTokens } = house;
  const { extensions } = house.limits;
  const limits = { folder: folder.extents, maxBytes: LARGEST_REQUEST };

  router.on('POST', '/videos/:videoId/source', async (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const range = parseContentRange(exchange.request.headers['content-range']);
    const { file } = await receiveFile(exchange.request, limits);
    await ingest.accept(file, range, () => findVideo(house, videoId).videoId);
    sendVideo(house, exchange, videoId);
  });

  router.open('POST', '/upload', async (exchange) => {
    const { request } = exchange;
    if (request.headers['tus-resumable'] !== undefined) {
      await createTusUpload(house, exchange, () => requireUploadToken(house, exchange));
      return;
    }
    const token = requireUploadToken(house, exchange);
    const range = parseContentRange(request.headers['content-range']);
    const uploadId = extensions ? readUploadId(exchange) : undefined;
    const { file, fields } = await receiveFile(request, limits);
    const named = fields.get('videoId') || undefined;
    const { videoId, complete } = await ingest.accept(file, range, () => {
      // The token may have been taken back while the bytes were on their way.
      requireUploadToken(house, exchange);
      checkTokenVideo(house, token, named);
      const known = named ?? (uploadId && uploadTokens.videoOfUpload(token, uploadId));
      if (known !== undefined) return findVideo(house, known).videoId;
      const made = videos.create({ title: file.filename || 'file' }).videoId;
      if (uploadId) uploadTokens.rememberUpload(token, uploadId, made);
      return made;
    });
    if (complete) sendVideo(house, exchange, videoId);
    else sendJson(exchange, 201, { videoId });
  });

  // What an uploader may ask, after a pause or a lost answer, with the token alone.
  if (!extensions) return;
  router.open('GET', '/upload/:videoId', (exchange) => {
    const token = requireUploadToken(house, exchange);
    checkTokenVideo(house, token, param(exchange, 'videoId'));
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    sendJson(exchange, 200, { videoId, ...statusBody(house, videoId) });
  });
};

function readUploadId({ request }: Exchange): string | undefined {
  const id = request.headers['upload-id'];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !UPLOAD_ID.test(id))
    throw new Problem('invalid-attribute', { name: 'Upload-Id' });
  return id;
}

function sendVideo(house: House, exchange: Exchange, videoId: string): void {
  const video = house.videos.get(videoId);
  if (!video) throw notFound('videoId');
  sendJson(exchange, 201, videoBody(house, video, exchange.origin));
}
