import { isId } from '../core/id.ts';
import type { Grant, GrantFile } from '../core/grant.ts';
import { readNumber, readRecord, readText } from '../core/read-json.ts';
import { VhError } from '../core/vh-error.ts';
import { decide, type Authorize, type AuthorizeRequest, type UploadAttributes } from './authorize.ts';
import { answer, refuse } from './respond.ts';
import type { Service } from './service.ts';

/** What grants are made with. */
export interface GrantContext {
  service: Service;
  authorize: Authorize | undefined;
  /** Seconds that an upload token lives. */
  tokenTtl: number;
  /** The service's address as browsers reach it. */
  publicUrl: (request: Request) => string;
}

const LONGEST_BODY = 16 * 1024;
const ATTRIBUTES = [
  'title',
  'description',
  'public',
  'panoramic',
  'mp4Support',
  'playerId',
  'tags',
  'metadata',
  'watermark',
] as const satisfies (keyof UploadAttributes)[];

/** Answers `POST /grants`: asks the site, makes the video and a short-lived token, and hands out both. */
export async function handleGrant(request: Request, context: GrantContext): Promise<Response> {
  const asked = parseAsked(await readBody(request));
  if (!asked) return refuse(400, 'grant-malformed', 'Say which file is to be uploaded');
  const decision = await decide(context.authorize, request, asked);
  if (!decision) {
    return refuse(403, 'grant-refused', 'The site does not allow this upload');
  }
  const token = await createToken(context);
  try {
    const videoId =
      asked.action === 'refresh'
        ? await knownVideo(context, asked.videoId)
        : await createVideo(context, asked.file, decision);
    const grant: Grant = {
      protocol: 'parts',
      url: `${context.publicUrl(request).replace(/\/+$/, '')}/upload`,
      token: token.token,
      videoId,
      expiresAt: token.expiresAt,
    };
    return answer(201, grant);
  } catch (error) {
    // A right that nobody was given must not lie about.
    await context.service
      .json({ method: 'DELETE', path: ['upload-tokens', { id: token.token }] })
      .catch(() => undefined);
    throw error;
  }
}

async function readBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > LONGEST_BODY) return undefined;
  const text = await request.text();
  if (text.length > LONGEST_BODY) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parseAsked(body: unknown): Extract<AuthorizeRequest, { file: GrantFile }> | undefined {
  const from = readRecord(body);
  const file = readRecord(from?.['file']);
  const name = readText(file?.['name']);
  const size = readNumber(file?.['size']);
  const type = readText(file?.['type']) ?? '';
  if (!from || name === undefined || name.length > 1024 || type.length > 255) return undefined;
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return undefined;
  if (from['action'] !== 'refresh') return { action: 'upload', file: { name, size, type } };
  const videoId = from['videoId'];
  return isId(videoId)
    ? { action: 'refresh', file: { name, size, type }, videoId, proven: false }
    : undefined;
}

async function createToken({
  service,
  tokenTtl,
}: GrantContext): Promise<{ token: string; expiresAt: string }> {
  const asked = Date.now();
  const made = readRecord(
    await service.json({ method: 'POST', path: ['upload-tokens'], body: { ttl: tokenTtl } }),
  );
  const token = readText(made?.['token']);
  if (token === undefined) throw new VhError('unexpected-answer', 'The service made no upload token.');
  return {
    token,
    expiresAt: readText(made?.['expiresAt']) ?? new Date(asked + tokenTtl * 1000).toISOString(),
  };
}

async function createVideo(
  { service }: GrantContext,
  file: GrantFile,
  decision: true | UploadAttributes,
): Promise<string> {
  const body: Record<string, unknown> = { title: file.name };
  if (decision !== true) {
    for (const name of ATTRIBUTES) if (decision[name] !== undefined) body[name] = decision[name];
  }
  const videoId = readText(
    readRecord(await service.json({ method: 'POST', path: ['videos'], body }))?.['videoId'],
  );
  if (videoId === undefined) throw new VhError('unexpected-answer', 'The service made no video.');
  return videoId;
}

async function knownVideo({ service }: GrantContext, videoId: string): Promise<string> {
  const video = await service.json({ method: 'GET', path: ['videos', { id: videoId }] });
  if (video === undefined) throw new VhError('not-found', 'There is no such video.');
  return videoId;
}
