import type { Grant, UploadProtocol } from '../../core/wire/grant.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import type { AuthorizeRequest, UploadAnswer } from '../access/authorize.ts';
import { hashOf, type ClaimSigner } from '../crypto/claim-signer.ts';
import type { EmptyVideos } from './empty-videos.ts';
import { readGrantRequest, type GrantRequest } from './grant-request.ts';
import type { KnownIds } from '../service/known-ids.ts';
import { createVideo, giveBack, grantKnownVideo, grantNewVideo } from './make-grant.ts';
import type { GrantMaker, MadeGrant, GrantDeduplicator } from './grant-deduplicator.ts';
import { answer, retryAfterHeader, refuse } from '../http/respond.ts';
import type { Service } from '../service/service.ts';
import type { VisitorAddresses } from '../http/visitor-address.ts';
import { runSiteCode } from '../service/site-code.ts';
import type { Authorizer } from '../access/authorizer.ts';
import type { TokenIssuer } from './token-issuer.ts';
import type { TusExtensions } from '../service/tus-extensions.ts';
import type { TokenMemory } from './token-memory.ts';

/** Names the visitor in the site's own terms, for limits and renewals. */
export type Subject = (request: Request) => string | undefined | null | Promise<string | undefined | null>;

/** Dependencies of the grants. */
export interface GrantContext {
  service: Service;
  decisions: Authorizer;
  subject: Subject | undefined;
  /** Takes a grant out of the subject's bucket; the seconds to wait when it is empty. */
  take: (subject: string) => number | Promise<number>;
  uploads: GrantDeduplicator;
  claims: ClaimSigner;
  protocol: UploadProtocol;
  ids: KnownIds;
  issuer: TokenIssuer;
  tokens: TokenMemory;
  empties: EmptyVideos;
  /** Forgets the cached answers about a video. */
  forget: (videoId: string) => void;
  tus: TusExtensions;
  visitors: VisitorAddresses;
  /** Receives errors that the visitor need not know. */
  report: (error: unknown, request: Request) => void;
  /** The service's address as browsers reach it. */
  publicUrl: (request: Request) => string;
}

/**
 * Answers `POST /grants`: asks the site, makes the video and a short-lived token, and hands out both; or takes back a video
 * into which nothing was uploaded.
 */
export async function handleGrant(request: Request, context: GrantContext): Promise<Response> {
  const asked = await readGrantRequest(request);
  if (!asked) return refuse(400, 'grant-malformed', 'Name the file that is to be uploaded');
  const allowed = await context.decisions.upload(request, toQuestion(asked));
  if (!allowed) return refuse(403, 'grant-refused', 'The site does not allow this upload');
  const subject = allowed.subject ?? (await runSiteCode('subject', () => context.subject?.(request))) ?? '';
  if (!(await isTheirs(asked, allowed, subject, context.claims))) {
    return refuse(403, 'grant-unproven', 'Nothing shows that this visitor may upload into this video');
  }
  const wait = await context.take(subject);
  if (wait > 0) {
    return refuse(
      429,
      'rate-limited',
      'Too many uploads at once: wait a little',
      retryAfterHeader(wait * 1000),
    );
  }
  if (asked.isDiscard && asked.videoId !== undefined) {
    const discarded = await context.empties.discard(asked.videoId);
    if (discarded) context.forget(asked.videoId);
    return answer(200, { discarded });
  }
  const protocol = allowed.protocol ?? context.protocol;
  // Asked beside the rest.
  const abilities = protocol === 'tus' ? context.tus.joinsParts() : undefined;
  const made = await make(asked, allowed, subject, context);
  const { token, expiresAt, videoId } = made;
  context.ids.add('videos', videoId);
  const claim = await context.claims.seal(videoId, subject);
  // A grant is as good without: its token then expires.
  await context.tokens.handOut({ ...made, claim }, asked.claim).catch((error: unknown) => {
    context.report(error, request);
  });
  const joinsParts = await abilities;
  const grant: Grant = {
    protocol,
    url: `${context.publicUrl(request)}/upload`,
    token,
    videoId,
    expiresAt,
    claim,
    ...(joinsParts === undefined ? {} : { joinsParts }),
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
  claims: ClaimSigner,
): Promise<boolean> {
  if (videoId === undefined || allowed.videoId === videoId) return true;
  if (allowed.videoId !== undefined || claim === undefined) return false;
  return claims.proves(claim, videoId, subject);
}

async function make(
  { file, videoId, idempotencyKey }: GrantRequest,
  allowed: UploadAnswer,
  subject: string,
  { service, issuer, uploads, empties }: GrantContext,
): Promise<MadeGrant> {
  const given = videoId ?? allowed.videoId;
  if (given !== undefined) return grantKnownVideo(service, issuer, given);
  const makeVideo = async () => {
    const id = await createVideo(service, file.name, allowed);
    // The upload is as good without.
    await empties.noteMade(id).catch(() => undefined);
    return id;
  };
  const maker: GrantMaker = {
    withNewVideo: (onVideo) => grantNewVideo(issuer, makeVideo, onVideo),
    forVideo: (id) => grantKnownVideo(service, issuer, id).catch(ifGone),
    giveBack: (made) => giveBack(service, issuer, made),
  };
  if (idempotencyKey === undefined) return maker.withNewVideo(() => Promise.resolve());
  // Another file, or another person, under the same name is another upload.
  const key = await hashOf(subject, idempotencyKey, file.name, String(file.size), file.type);
  return uploads.make(key, maker);
}

function ifGone(error: unknown): undefined {
  if (!isVhError(error, 'not-found')) throw error;
  return undefined;
}
