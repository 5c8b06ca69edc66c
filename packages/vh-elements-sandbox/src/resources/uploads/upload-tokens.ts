import { Attributes } from '../../http/values/attributes.ts';
import { param } from '../../http/exchange.ts';
import { sendPage } from '../../http/values/paging.ts';
import { readQuery } from '../../http/query/query.ts';
import type { ValueOf } from '../../http/values/shape.ts';
import { notFound } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import type { UploadToken } from '../../store/account/upload-tokens.ts';
import { findVideo } from '../videos/videos.ts';
import {
  CREATE_UPLOAD_TOKEN,
  DELETE_UPLOAD_TOKEN,
  GET_UPLOAD_TOKEN,
  LIST_UPLOAD_TOKENS,
  TOKEN_MEMBERS,
  type UPLOAD_TOKEN,
} from './upload-operations.ts';

/**
 * Upload tokens: create, read, list, delete. An extension binds a token to a video: `videoId` in the request, and in the
 * answer to it, which holds null there for a token that is good for any video.
 */
export const registerUploadTokensRoutes: RegisterRoutes = (services) => {
  const { router, uploadTokens, limits } = services;
  // As the service itself, it does not know a member that is an extension.
  const members: Partial<typeof CREATE_UPLOAD_TOKEN.body> & typeof TOKEN_MEMBERS = limits.extensions
    ? CREATE_UPLOAD_TOKEN.body
    : TOKEN_MEMBERS;
  const toBody = limits.extensions ? toExtendedBody : toServiceBody;
  const find = (token: string): UploadToken => {
    const found = uploadTokens.get(token);
    if (!found) throw notFound('uploadToken');
    return found;
  };

  router.serve(CREATE_UPLOAD_TOKEN, async (exchange) => {
    const attributes = new Attributes(await readJsonBody(exchange.request));
    const { ttl = 0, videoId: named } = attributes.read(members);
    attributes.finish();
    const videoId = named ? findVideo(services, named).videoId : null;
    sendJson(exchange, 200, toBody(uploadTokens.create(ttl, videoId)));
  });

  router.serve(LIST_UPLOAD_TOKENS, (exchange) => {
    const { page, sort } = readQuery(exchange.query, LIST_UPLOAD_TOKENS.query);
    const { tokens, total } = uploadTokens.list(sort, page);
    sendPage(exchange, page, tokens.map(toBody), total);
  });

  router.serve(GET_UPLOAD_TOKEN, (exchange) => {
    sendJson(exchange, 200, toBody(find(param(exchange, 'uploadToken'))));
  });

  router.serve(DELETE_UPLOAD_TOKEN, (exchange) => {
    uploadTokens.delete(find(param(exchange, 'uploadToken')).token);
    sendEmpty(exchange);
  });
};

/** Reads how many seconds a token is good for; 0 for one without an end. */
export function readTtl(attributes: Attributes): number {
  return attributes.read(TOKEN_MEMBERS).ttl ?? 0;
}

function toServiceBody({ token, ttl, createdAt, expiresAt }: UploadToken): ValueOf<typeof UPLOAD_TOKEN> {
  return {
    token,
    ttl,
    createdAt: timestamp(createdAt),
    ...(expiresAt === null ? {} : { expiresAt: timestamp(expiresAt) }),
  };
}

function toExtendedBody(token: UploadToken): ValueOf<typeof UPLOAD_TOKEN> {
  return { ...toServiceBody(token), videoId: token.videoId };
}
