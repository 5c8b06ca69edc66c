import { PAGE, pageOf, sortedBy } from '../../http/values/paging.ts';
import { COUNT, MOMENT, TEXT, idOf, integer, nullable, optional, shows } from '../../http/values/shape.ts';
import { CONTENT_RANGE } from '../../ingest/headers/content-range.ts';
import { operation } from '../../routing/operation.ts';
import { VIDEO } from '../videos/video-operations.ts';

const tag = 'Upload tokens';
const FILM = 'The film, or a piece of it: at most 200 MiB a request.';
/** An extension: what the pieces of one film have in common. */
export const UPLOAD_ID = {
  name: 'Upload-Id',
  schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
  description: 'An extension: pieces with the same one belong to one video, even after a lost answer.',
} as const;

export const UPLOAD_SOURCE = operation({
  ...{ id: 'uploadSource', method: 'POST', path: '/videos/:videoId/source', tag: 'Videos' },
  summary: 'Uploads the film of a video, whole or piece by piece',
  headers: [CONTENT_RANGE],
  form: { file: FILM },
  answers: { 201: VIDEO },
});

/** The answer to a piece, until the film is whole. */
const UPLOADING = shows({ videoId: idOf('vi') }, 'Uploading');

export const UPLOAD_WITH_TOKEN = operation({
  ...{ id: 'uploadWithToken', method: 'POST', path: '/upload', tag: 'Videos', security: 'uploadToken' },
  summary: 'Uploads a film with an upload token, whole or piece by piece',
  description:
    'Without a `videoId`, a video is made. The later pieces of a film name the video of the first.',
  headers: [CONTENT_RANGE, UPLOAD_ID],
  form: { file: FILM, fields: { videoId: TEXT } },
  answers: { 201: [VIDEO, UPLOADING] },
});

/** An upload token, as every operation answers it. */
export const UPLOAD_TOKEN = shows(
  {
    token: idOf('to'),
    ttl: COUNT,
    createdAt: MOMENT,
    expiresAt: optional(MOMENT),
    videoId: optional(nullable(TEXT)),
  },
  'UploadToken',
);

/** Seconds that a token is good for. */
export const TOKEN_MEMBERS = { ttl: integer(0, 2_147_483_647) };

export const CREATE_UPLOAD_TOKEN = operation({
  ...{ id: 'createUploadToken', method: 'POST', path: '/upload-tokens', tag },
  summary: 'Creates an upload token',
  description:
    'A `ttl` of 0 seconds is one without an end. An extension: `videoId` binds the token to a video.',
  body: { ...TOKEN_MEMBERS, videoId: nullable(TEXT) },
  example: { ttl: 3600 },
  answers: { 200: UPLOAD_TOKEN },
});

export const LIST_UPLOAD_TOKENS = operation({
  ...{ id: 'listUploadTokens', method: 'GET', path: '/upload-tokens', tag },
  summary: 'Lists upload tokens that are good',
  query: { page: PAGE, sort: sortedBy({ createdAt: 'created_at', ttl: 'ttl' }) },
  answers: { 200: pageOf(UPLOAD_TOKEN) },
});

export const GET_UPLOAD_TOKEN = operation({
  ...{ id: 'getUploadToken', method: 'GET', path: '/upload-tokens/:uploadToken', tag },
  summary: 'Shows an upload token',
  answers: { 200: UPLOAD_TOKEN },
});

export const DELETE_UPLOAD_TOKEN = operation({
  ...{ id: 'deleteUploadToken', method: 'DELETE', path: '/upload-tokens/:uploadToken', tag },
  summary: 'Deletes an upload token',
  answers: { 204: null },
});

/** The operations on uploads and their tokens. */
export const UPLOAD_OPERATIONS = [
  UPLOAD_SOURCE,
  UPLOAD_WITH_TOKEN,
  CREATE_UPLOAD_TOKEN,
  LIST_UPLOAD_TOKENS,
  GET_UPLOAD_TOKEN,
  DELETE_UPLOAD_TOKEN,
];
