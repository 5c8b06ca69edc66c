import { Attributes } from '../../http/values/attributes.ts';
import { param } from '../../http/exchange.ts';
import { readPage, readSort, sendPage } from '../../http/values/paging.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { UploadToken } from '../../store/account/upload-tokens.ts';
import { findVideo } from '../videos/videos.ts';

const MAX_TTL_SECONDS = 2_147_483_647;

/**
 * Upload tokens: create, read, list, delete. An extension binds a token to a video: `videoId` in the request, and in the
 * answer to it, which holds null there for a token that is good for any video.
 */
export const registerUploadTokensRoutes: RegisterRoutes = (services) => {
  const { router, uploadTokens, limits } = services;
  const toBody = limits.extensions ? toExtendedBody : toServiceBody;
  const find = (token: string): UploadToken => {
    const found = uploadTokens.get(token);
    if (!found) throw notFound('uploadToken');
    return found;
  };

  router.on('POST', '/upload-tokens', async (exchange) => {
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const ttl = readTtl(attributes);
    const named = limits.extensions ? attributes.nullableText('videoId') : undefined;
    attributes.finish();
    const videoId = named ? findVideo(services, named).videoId : null;
    sendJson(exchange, 200, toBody(uploadTokens.create(ttl, videoId)));
  });

  router.on('GET', '/upload-tokens', (exchange) => {
    const page = readPage(exchange);
    const sort = readSort(
      exchange,
      { createdAt: 'created_at', ttl: 'ttl' },
      { column: 'created_at', order: 'desc' },
    );
    const { tokens, total } = uploadTokens.list(sort, page);
    sendPage(exchange, page, tokens.map(toBody), total);
  });

  router.on('GET', '/upload-tokens/:uploadToken', (exchange) => {
    sendJson(exchange, 200, toBody(find(param(exchange, 'uploadToken'))));
  });

  router.on('DELETE', '/upload-tokens/:uploadToken', (exchange) => {
    uploadTokens.delete(find(param(exchange, 'uploadToken')).token);
    sendEmpty(exchange);
  });
};

/** Reads how many seconds a token is good for; 0 for one without an end. */
export function readTtl(attributes: Attributes): number {
  return attributes.integer('ttl', 0, MAX_TTL_SECONDS) ?? 0;
}

function toServiceBody({ token, ttl, createdAt, expiresAt }: UploadToken): Record<string, unknown> {
  return {
    token,
    ttl,
    createdAt: timestamp(createdAt),
    ...(expiresAt === null ? {} : { expiresAt: timestamp(expiresAt) }),
  };
}

function toExtendedBody(token: UploadToken): Record<string, unknown> {
  return { ...toServiceBody(token), videoId: token.videoId };
}
