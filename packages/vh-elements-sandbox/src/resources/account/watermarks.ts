import { param } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound } from '../../http/problem.ts';
import { discardFile } from '../../http/body/receive-file.ts';
import { receivePicture } from '../../http/body/receive-picture.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { Watermark } from '../../store/media/watermarks.ts';
import { DELETE_WATERMARK, LIST_WATERMARKS, UPLOAD_WATERMARK, type WATERMARK } from './account-operations.ts';

// Each side within what any decoder takes: a few bytes of PNG can unfold into gigabytes.
const LIMITS = { maxBytes: 8 * 1024 * 1024, maxWidth: 4096, maxHeight: 4096 };

/** Watermarks: upload, list, delete. The picture itself is never given out again. */
export const registerWatermarksRoutes: RegisterRoutes = ({ router, watermarks, folder }) => {
  router.serve(UPLOAD_WATERMARK, async (exchange) => {
    const { stored, type } = await receivePicture(exchange.request, { ...LIMITS, folder: folder.pictures });
    sendJson(exchange, 200, toBody(watermarks.create({ file: stored, type })));
  });

  router.serve(LIST_WATERMARKS, (exchange) => {
    const { page, sort } = readQuery(exchange.query, LIST_WATERMARKS.query);
    const { watermarks: found, total } = watermarks.list(sort, page);
    sendPage(exchange, page, found.map(toBody), total);
  });

  router.serve(DELETE_WATERMARK, async (exchange) => {
    const watermark = watermarks.get(param(exchange, 'watermarkId'));
    if (!watermark) throw notFound('watermarkId');
    watermarks.delete(watermark.watermarkId);
    await discardFile(folder.pictures, watermark.file);
    sendEmpty(exchange);
  });
};

function toBody({ watermarkId, createdAt }: Watermark): ValueOf<typeof WATERMARK> {
  return { watermarkId, createdAt: timestamp(createdAt) };
}
