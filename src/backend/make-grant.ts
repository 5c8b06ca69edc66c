import { readRecord, readText } from '../core/read-json.ts';
import { VhError } from '../core/vh-error.ts';
import type { UploadAttributes } from './authorize.ts';
import type { MadeGrant } from './once-per-upload.ts';
import type { Service } from './service.ts';

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

const LONGEST_TITLE = 255;

/** A token, and the video that `findVideo` makes or finds; neither is left behind when the other cannot be had. */
export async function makeGrant(
  service: Service,
  tokenTtl: number,
  findVideo: () => Promise<string>,
): Promise<MadeGrant> {
  // The token first: it can be taken back, and ends by itself; a video could not be taken back.
  const right = await createToken(service, tokenTtl);
  try {
    return { ...right, videoId: await findVideo() };
  } catch (error) {
    // A right that nobody was given must not lie about.
    await service
      .json({ method: 'DELETE', path: ['upload-tokens', { id: right.token }] })
      .catch(() => undefined);
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
  for (const name of ATTRIBUTES) if (allowed[name] !== undefined) body[name] = allowed[name];
  if (allowed.metadata) body['metadata'] = toPairs(allowed.metadata);
  const made = readRecord(await service.json({ method: 'POST', path: ['videos'], body }));
  const videoId = readText(made?.['videoId']);
  if (videoId === undefined) throw new VhError('unexpected-answer', 'The service made no video.');
  return videoId;
}

/** Metadata as the service has it. */
function toPairs(metadata: NonNullable<UploadAttributes['metadata']>): { key: string; value: string }[] {
  if (Array.isArray(metadata)) return metadata;
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

/** The same id, when the service knows that video. */
export async function knownVideo(service: Service, videoId: string): Promise<string> {
  const video = await service.json({ method: 'GET', path: ['videos', { id: videoId }] });
  if (video === undefined) throw new VhError('not-found', 'There is no such video.');
  return videoId;
}

async function createToken(service: Service, ttl: number): Promise<Omit<MadeGrant, 'videoId'>> {
  const asked = Date.now();
  const made = readRecord(await service.json({ method: 'POST', path: ['upload-tokens'], body: { ttl } }));
  const token = readText(made?.['token']);
  if (token === undefined) throw new VhError('unexpected-answer', 'The service made no upload token.');
  const told = readText(made?.['expiresAt']);
  return { token, expiresAt: told ?? new Date(asked + ttl * 1000).toISOString() };
}

/** A file's name may hold anything but what turns a line of text around or ends it. */
function toTitle(fileName: string): string {
  const title = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  // Half a character at the cut would be none.
  return title.slice(0, LONGEST_TITLE).replace(/\p{Cs}$/u, '') || 'Untitled';
}
