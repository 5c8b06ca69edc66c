import type { Grant, UploadProtocol } from '../core/grant.ts';
import { isVhError } from '../core/vh-error.ts';
import { decide, type Authorize, type AuthorizeRequest, type UploadAnswer } from './authorize.ts';
import { hashOf, type ClaimSeal } from './claim-seal.ts';
import { readGrantRequest, type GrantRequest } from './grant-request.ts';
import { createVideo, knownVideo, makeGrant } from './make-grant.ts';
import type { GrantMaker, MadeGrant, OncePerUpload } from './once-per-upload.ts';
import { answer, comeBack, refuse } from './respond.ts';
import type { Service } from './service.ts';

/** Who a visitor is, in whatever way the site names people. */
export type Subject = (request: Request) => string | undefined | null | Promise<string | undefined | null>;

/** What grants are made with. */
export interface GrantContext {
  service: Service;
  authorize: Authorize | undefined;
  subject: Subject | undefined;
  /** Takes a grant out of the subject's bucket; the seconds to wait when it is empty. */
  take: (subject: string) => number | Promise<number>;
  uploads: OncePerUpload;
  claims: ClaimSeal;
  protocol: UploadProtocol;
  /** Seconds that an upload token lives. */
  tokenTtl: number;
  /** The service's address as browsers reach it. */
  publicUrl: (request: Request) => string;
}

/** Answers `POST /grants`: asks the site, makes the video and a short-lived token, and hands out both. */
export async function handleGrant(request: Request, context: GrantContext): Promise<Response> {
  const asked = await readGrantRequest(request);
  if (!asked) return refuse(400, 'grant-malformed', 'Say which file is to be uploaded');
  const decision = await decide(context.authorize, request, toQuestion(asked));
  if (!decision) return refuse(403, 'grant-refused', 'The site does not allow this upload');
  const allowed: UploadAnswer = decision === true ? {} : decision;
  const subject = allowed.subject ?? (await context.subject?.(request)) ?? '';
  if (!(await isTheirs(asked, allowed, subject, context.claims))) {
    return refuse(403, 'grant-unproven', 'Nothing shows that this visitor may upload into this video');
  }
  const wait = await context.take(subject);
  if (wait > 0) {
    return refuse(429, 'rate-limited', 'Too many uploads at once: wait a little', comeBack(wait * 1000));
  }
  const { token, expiresAt, videoId } = await make(asked, allowed, subject, context);
  const grant: Grant = {
    protocol: allowed.protocol ?? context.protocol,
    url: `${context.publicUrl(request)}/upload`,
    token,
    videoId,
    expiresAt,
    claim: await context.claims.seal(videoId, subject),
  };
  return answer(201, grant);
}

function toQuestion({ file, videoId, metadata }: GrantRequest): AuthorizeRequest {
  const about = { file, ...(metadata && { metadata }) };
  return videoId === undefined ? { action: 'upload', ...about } : { action: 'refresh', ...about, videoId };
}

/** True for a new video, for one that the site names itself, and for one that was granted to this subject before. */
async function isTheirs(
  { videoId, claim }: GrantRequest,
  allowed: UploadAnswer,
  subject: string,
  claims: ClaimSeal,
): Promise<boolean> {
  if (videoId === undefined || allowed.videoId === videoId) return true;
  if (allowed.videoId !== undefined || claim === undefined) return false;
  return claims.proves(claim, videoId, subject);
}

async function make(
  { file, videoId, idempotencyKey }: GrantRequest,
  allowed: UploadAnswer,
  subject: string,
  { service, tokenTtl, uploads }: GrantContext,
): Promise<MadeGrant> {
  const given = videoId ?? allowed.videoId;
  const forVideo = (id: string) => makeGrant(service, tokenTtl, () => knownVideo(service, id));
  if (given !== undefined) return forVideo(given);
  const maker: GrantMaker = {
    withNewVideo: () => makeGrant(service, tokenTtl, () => createVideo(service, file.name, allowed)),
    forVideo: (id) => forVideo(id).catch(ifGone),
  };
  if (idempotencyKey === undefined) return maker.withNewVideo();
  // Another file, or another person, under the same name is another upload.
  const key = await hashOf(subject, idempotencyKey, file.name, String(file.size), file.type);
  return uploads.make(key, maker);
}

function ifGone(error: unknown): undefined {
  if (!isVhError(error, 'not-found')) throw error;
  return undefined;
}
