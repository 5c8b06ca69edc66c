import { Attributes } from '../../http/values/attributes.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { imageTypeOf } from '../../http/body/image-type.ts';
import { Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { discardFile, receiveFile } from '../../http/body/receive-file.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFixed, sendFile } from '../../http/send/send-bytes.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { throwIfStorage } from '../../store/database/storage-failure.ts';
import { renameDurably } from '../../store/files/durable.ts';
import { onAsset, type AssetHandler } from './asset-access.ts';
import { placeholderThumbnail } from '../assets/placeholder-thumbnail.ts';
import { parseTimecode } from '../../http/values/timecode.ts';
import { videoBody } from './video-body.ts';
import { PICK_VIDEO_THUMBNAIL, UPLOAD_VIDEO_THUMBNAIL } from './video-operations.ts';
import { findVideo } from './videos.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Thumbnails of videos: uploaded, or picked from the video. */
export const registerThumbnailsRoutes: RegisterRoutes = (services) => {
  const { router, folder, packager, log } = services;
  const sendVideo = (exchange: Exchange, videoId: string) => {
    sendJson(exchange, 200, videoBody(services, findVideo(services, videoId), exchange.origin));
  };

  router.serve(UPLOAD_VIDEO_THUMBNAIL, async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const { file } = await receiveFile(exchange.request, {
      folder: folder.extents,
      maxBytes: MAX_BODY_BYTES,
    });
    try {
      await keep(services, videoId, file.stored);
    } finally {
      await discardFile(folder.extents, file.stored);
    }
    sendVideo(exchange, videoId);
  });

  router.serve(PICK_VIDEO_THUMBNAIL, async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const { timecode } = attributes.read(PICK_VIDEO_THUMBNAIL.body);
    attributes.finish();
    const seconds = parseTimecode(timecode) ?? 0;
    await packager.snapshot(videoId, seconds, AbortSignal.timeout(30_000)).catch((error: unknown) => {
      throwIfStorage(error);
      log(`no picture could be taken: ${String(error)}`);
    });
    sendVideo(exchange, videoId);
  });

  const serve: AssetHandler = async (exchange, { video: { videoId, thumbnailType }, startSession }) => {
    startSession();
    if (thumbnailType === null) sendFixed(exchange, placeholderThumbnail, 'image/jpeg');
    else await sendFile(exchange, folder.assets(videoId, 'thumbnail'), thumbnailType, false);
  };
  // A page shows the picture first: that must not cost it the playback.
  onAsset(services, '/thumbnail.jpg', serve, 'picture');
};

async function keep(services: Services, videoId: string, stored: string): Promise<void> {
  const { folder, videos } = services;
  const received = folder.extent(stored);
  const type = await imageTypeOf(received);
  if (!type) throw new Problem('uploaded-file-extension-invalid', { name: 'file' });
  findVideo(services, videoId);
  const file = folder.assets(videoId, 'thumbnail');
  await renameDurably(received, file);
  videos.setThumbnail(videoId, type);
}
