import { param } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendBytes } from '../../http/send/send-bytes.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { findVideo } from './videos.ts';

/** An extension: the stored bytes, unchanged, so that anyone with the key can prove an upload. */
export const registerVideoSourceRoutes: RegisterRoutes = (services) => {
  const { router, sources, folder } = services;
  router.on('GET', '/videos/:videoId/source', async (exchange) => {
    const { videoId } = findVideo(services, param(exchange, 'videoId'));
    if (!sources.get(videoId)?.complete) throw notFound('source');
    const files = sources.extents(videoId).map(({ file, size }) => ({ path: folder.extent(file), size }));
    const type = 'application/octet-stream';
    await sendBytes(exchange, { files, type, etag: `"${videoId}"`, immutable: false });
  });
};
