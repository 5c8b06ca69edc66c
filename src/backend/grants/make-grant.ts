import { readRecord, readText } from '../../core/wire/read-json.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import type { UploadAttributes } from '../access/authorize.ts';
import type { MadeGrant } from './grant-deduplicator.ts';
import type { Service } from '../service/service.ts';
import type { IssuedToken, TokenIssuer } from './token-issuer.ts';

// Of the site's answer, what belongs to the video.
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

const MAX_TITLE_LENGTH = 255;
/** Grants may spend what viewings leave of the account's rate. */
const purpose = 'uploads';

/**
 * A new video, and a token for it. Neither is left behind when the other cannot be had: the token is made first, since it
 * can be deleted. A token that is bound to its video can only be made after the video: `onVideo` then remembers that.
 */
export async function grantNewVideo(
  tokens: TokenIssuer,
  makeVideo: () => Promise<string>,
  onVideo: (videoId: string) => Promise<void>,
): Promise<MadeGrant> {
  if (tokens.canBind()) {
    const videoId = await makeVideo();
    await onVideo(videoId);
    return { ...(await tokens.issue(videoId)), videoId };
  }
  const issued = await tokens.issue();
  const videoId = await orDelete(tokens, issued, makeVideo());
  if (!tokens.canBind()) return { ...issued, videoId };
  // The answer has shown just now that this service binds tokens.
  // Without a bound one there is no grant: the first is good for every video. The video waits for the next try.
  await orDelete(tokens, issued, onVideo(videoId));
  const bound = await orDelete(tokens, issued, tokens.issue(videoId));
  await tokens.delete(issued.token).catch(() => undefined);
  return { ...bound, videoId };
}

/** A token for a video that there is; rejects with `not-found` for any other. */
export async function grantKnownVideo(
  service: Service,
  tokens: TokenIssuer,
  videoId: string,
): Promise<MadeGrant> {
  const issued = await tokens.issue(videoId);
  // A service that binds has looked for the video itself.
  if (!issued.isBound) await orDelete(tokens, issued, requireVideo(service, videoId));
  return { ...issued, videoId };
}

/** Deletes a video that no visitor was given, and its token. */
export async function giveBack(
  service: Service,
  tokens: TokenIssuer,
  { token, videoId }: Partial<MadeGrant>,
): Promise<void> {
  if (token !== undefined) await tokens.delete(token).catch(() => undefined);
  if (videoId === undefined) return;
  await service.json({ method: 'DELETE', path: ['videos', { id: videoId }], purpose });
}

/** Waits for `work`. When it fails, deletes the token that was not handed out. */
async function orDelete<Value>(
  tokens: TokenIssuer,
  { token }: IssuedToken,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    await tokens.delete(token).catch(() => undefined);
    throw error;
  }
}

/** Makes a video as the site says; without its word it is named as the file is. */
export async function createVideo(
  service: Service,
  fileName: string,
  allowed: UploadAttributes,
): Promise<string> {
  const body: Record<string, unknown> = { title: toTitle(fileName) };
  for (const name of ATTRIBUTES) {
    const value: unknown = allowed[name];
    if (value !== undefined && value !== null) body[name] = value;
  }
  if (allowed.metadata) body['metadata'] = toPairs(allowed.metadata);
  const made = readRecord(await service.json({ method: 'POST', path: ['videos'], body, purpose }));
  const videoId = readText(made?.['videoId']);
  if (videoId === undefined) throw new VhError('unexpected-answer', 'The service created no video.');
  return videoId;
}

/** Metadata as the service has it. */
export function toPairs(
  metadata: NonNullable<UploadAttributes['metadata']>,
): { key: string; value: string }[] {
  if (Array.isArray(metadata)) return metadata;
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

async function requireVideo(service: Service, videoId: string): Promise<void> {
  const video = await service.json({ method: 'GET', path: ['videos', { id: videoId }], purpose });
  if (video === undefined) throw new VhError('not-found', 'There is no such video.');
}

/** A file's name may hold anything but what turns a line of text around or ends it. */
function toTitle(fileName: string): string {
  const title = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  // Half a character at the cut would be none.
  return title.slice(0, MAX_TITLE_LENGTH).replace(/\p{Cs}$/u, '') || 'Untitled';
}
