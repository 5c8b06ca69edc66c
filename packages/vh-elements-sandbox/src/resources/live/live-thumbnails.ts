import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { imageTypeOf } from '../../http/body/image-type.ts';
import { Problem } from '../../http/problem.ts';
import { discardFile, receiveFile } from '../../http/body/receive-file.ts';
import { sendFixed, sendFile } from '../../http/send/send-bytes.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { renameDurably } from '../../store/files/durable.ts';
import { findLiveStream, sendLiveStream } from './live-streams.ts';
import { DELETE_LIVE_THUMBNAIL, UPLOAD_LIVE_THUMBNAIL } from './live-stream-operations.ts';
import { thumbnailFile } from './live-thumbnail-file.ts';
import { onLiveAsset, type LiveAssetHandler } from './live-asset-access.ts';
import { placeholderThumbnail } from '../assets/placeholder-thumbnail.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Thumbnails of live streams: uploaded ones, else one that was taken of the broadcast, else a calm picture. */
export const registerLiveThumbnailsRoutes: RegisterRoutes = (services) => {
  const { router, folder, liveStreams, live } = services;

  router.serve(UPLOAD_LIVE_THUMBNAIL, async (exchange) => {
    findLiveStream(services, exchange);
    const { file } = await receiveFile(exchange.request, {
      folder: folder.extents,
      maxBytes: MAX_BODY_BYTES,
    });
    try {
      const type = await imageTypeOf(folder.extent(file.stored));
      if (!type) throw new Problem('uploaded-file-extension-invalid', { name: 'file' });
      const { liveStreamId } = findLiveStream(services, exchange);
      const kept = thumbnailFile(services, liveStreamId);
      await renameDurably(folder.extent(file.stored), kept);
      liveStreams.setThumbnail(liveStreamId, type);
    } finally {
      await discardFile(folder.extents, file.stored);
    }
    sendLiveStream(services, exchange, 201, findLiveStream(services, exchange));
  });

  router.serve(DELETE_LIVE_THUMBNAIL, async (exchange) => {
    const { liveStreamId } = findLiveStream(services, exchange);
    liveStreams.setThumbnail(liveStreamId, null);
    await rm(thumbnailFile(services, liveStreamId), { force: true });
    sendLiveStream(services, exchange, 200, findLiveStream(services, exchange));
  });

  const serve: LiveAssetHandler = async (exchange, { liveStream, startSession }) => {
    const { liveStreamId, thumbnailType } = liveStream;
    startSession();
    if (thumbnailType !== null) {
      await sendFile(exchange, thumbnailFile(services, liveStreamId), thumbnailType, false);
    } else if (existsSync(live.snapshot(liveStreamId))) {
      await sendFile(exchange, live.snapshot(liveStreamId), 'image/jpeg', false);
    } else sendFixed(exchange, placeholderThumbnail, 'image/jpeg');
  };
  // A page shows the picture first: that must not cost it the playback.
  onLiveAsset(services, '/:liveStreamId/thumbnail.jpg', serve, 'picture');
};
