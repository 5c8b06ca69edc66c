import { isId } from '../core/wire/id.ts';
import { addressesFor } from './playback/addresses.ts';
import type { AuthorizeRequest } from './access/authorize.ts';
import type { Backend, BackendContext } from './backend-context.ts';
import type { PlaybackSubject } from './access/playback-subject.ts';
import type { BackendOptions } from './backend-options.ts';
import { handleCaptionChange } from './reads/caption-changes.ts';
import { ClaimSigner } from './crypto/claim-signer.ts';
import { EmptyVideos } from './grants/empty-videos.ts';
import { EmbedRoutes } from './embed/embed-routes.ts';
import { EmbedSigner } from './crypto/embed-signer.ts';
import { createGrantMemory } from './cache/grant-memory.ts';
import { handleGrant, type GrantContext } from './grants/grants.ts';
import { KnownIds } from './service/known-ids.ts';
import { GrantDeduplicator } from './grants/grant-deduplicator.ts';
import { createRateBucket } from './cache/rate-bucket.ts';
import { Playbacks, type PlaybackQuestion } from './playback/playbacks.ts';
import { Reads } from './reads/reads.ts';
import { originFault } from './http/origin-fault.ts';
import { ErrorLog } from './log/error-log.ts';
import { requireSettings } from './service/settings.ts';
import { notFound, refuse, refuseFor } from './http/respond.ts';
import { routeOf, type Route } from './http/route.ts';
import {
  ownOrigin,
  preflight,
  refuseForeign,
  toOrigin,
  withCors,
  type OriginRule,
} from './http/origin-policy.ts';
import { Service } from './service/service.ts';
import { runSiteCode } from './service/site-code.ts';
import { Authorizer } from './access/authorizer.ts';
import { SiteSecret } from './crypto/site-secret.ts';
import { TokenIssuer } from './grants/token-issuer.ts';
import { TokenMemory } from './grants/token-memory.ts';
import { TusExtensions } from './service/tus-extensions.ts';

const TOKEN_TTL_SECONDS = 900;
const TIMEOUT_MS = 10_000;
/** For one subject: a large selection of files at once. */
const PER_SUBJECT = { burst: 60, perMinute: 60 };
/** For all visitors together, when the site does not identify them. */
const SHARED = { burst: 2_000, perMinute: 2_000 };

/**
 * Creates the page backend: the part of the site's server that holds the API key and answers the elements.
 *
 * `POST {basePath}/grants`, `GET {basePath}/playback/…`, and reads under the service's own paths, such as
 * `GET {basePath}/videos/{id}/status`; everything else is 404. The contract is in `docs/backend-contract.md`.
 */
export function createBackend(options: BackendOptions): Backend {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  // After twice its time limit a request that others wait for is lost, with the request that it belonged to.
  const lostAfterMs = 2 * timeoutMs;
  const service = new Service({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
  });
  const ids = new KnownIds(service, lostAfterMs);
  const basePath = toBasePath(options.basePath ?? '');
  const rule: OriginRule = {
    allowedOrigins: (options.allowedOrigins ?? []).map(toOrigin),
    trustProxy: options.trustProxy === true,
  };
  const reports = new ErrorLog({ onError: options.onError });
  const report = (error: unknown, request: Request) => reports.error(error, request);
  const decisions = new Authorizer(options.authorize, rule, reports);
  const secret = new SiteSecret(() => readSecret(options.claimSecret ?? options.apiKey ?? ''));
  const issuer = new TokenIssuer(service, options.tokenTtl ?? TOKEN_TTL_SECONDS);
  const tokens = new TokenMemory(issuer, options.tokenMemory, secret);
  // A token that cannot be deleted now is tried again with the next status, and ends by itself.
  const endUpload = (videoId: string) => tokens.endUpload(videoId).catch(() => undefined);
  const addresses = (request: Request) => addressesFor(request, service, options);
  const forget = (id: string) => {
    playbacks.forget('video', id);
    reads.forgetCaptions(id);
  };
  const grants: GrantContext = {
    service,
    decisions,
    subject: options.subject,
    take: grantLimiter(options.rateBucket),
    uploads: new GrantDeduplicator(options.grantMemory ?? createGrantMemory(), lostAfterMs),
    claims: new ClaimSigner(secret),
    ids,
    issuer,
    tokens,
    // A memory of its own: it must not push out which video an upload has.
    empties: new EmptyVideos({ service, endUpload }, options.grantMemory ?? createGrantMemory()),
    forget,
    tus: new TusExtensions(service),
    report,
    protocol: options.protocol ?? 'parts',
    publicUrl: (request) => addresses(request).publicUrl,
  };

  const lists = options.lists ?? [];
  const reads = new Reads({ service, ids, endUpload, decisions, lists, addresses, lostAfterMs });
  const playbacks = new Playbacks({ service, ids, endUpload }, options.playbackCache ?? {}, lostAfterMs);

  const embeds = new EmbedRoutes(options.embed, {
    basePath,
    playbacks,
    seal: new EmbedSigner(secret),
    question: (request, about, isOpen) =>
      question(request, about, async (asked) => isOpen || decisions.allowsPage(request, asked)),
    addresses,
    origin: (request) => ownOrigin(request, rule),
    report,
  });

  async function dispatch(route: Route, request: Request, context?: BackendContext): Promise<Response> {
    switch (route.name) {
      case 'grants':
        return refuseForeign(request, rule) ?? handleGrant(request, grants);
      case 'caption-change':
        return (
          refuseForeign(request, rule) ?? handleCaptionChange(request, route.id, { ...grants, addresses })
        );
      case 'playback':
        return playbacks.answer(
          question(request, route, (asked) => decisions.allowsRead(request, asked), context),
        );
      case 'embed':
      case 'embed-playback':
      case 'oembed':
        return embeds.answer(route, request);
      case 'read':
        return reads.answerOne(request, route.what, route.id);
      case 'list':
        return reads.answerList(request, route.what);
    }
  }

  function question(
    request: Request,
    { kind, id }: PlaybackSubject,
    allows: (asked: AuthorizeRequest) => Promise<boolean>,
    context?: BackendContext,
  ): PlaybackQuestion {
    const isAllowed = () => allows({ action: 'playback', kind, id });
    const later = context?.waitUntil;
    const waitUntil = typeof later === 'function' ? later.bind(context) : undefined;
    return { request, kind, id, addresses: addresses(request), isAllowed, waitUntil };
  }

  async function respond(request: Request, context?: BackendContext): Promise<Response> {
    const isPreflight = request.method === 'OPTIONS';
    const asked = isPreflight ? request.headers.get('access-control-request-method') : request.method;
    const route = routeOf(new URL(request.url).pathname, basePath, asked ?? undefined);
    if (!route) return notFound();
    // Anybody's pages embed, and a frame in a sandbox has no origin.
    const isForAll = route.name === 'embed-playback' || route.name === 'oembed';
    const fault = isForAll ? undefined : originFault(request, rule);
    if (fault) reports.refusedPage(request, fault.origin, fault.text);
    const method = route.name === 'grants' || route.name === 'caption-change' ? 'POST' : 'GET';
    if (isPreflight) return preflight(request, rule, method);
    if (request.method === method) {
      requireSettings(options);
      return dispatch(route, request, context);
    }
    return refuse(405, 'method-not-allowed', `This address takes ${method}`, { allow: method });
  }

  const backend = async (request: Request, context?: BackendContext): Promise<Response> => {
    const response = await respond(request, context).catch((error: unknown) => {
      report(error, request);
      return refuseFor(error);
    });
    return withCors(response, request, rule);
  };
  const playback = async (request: Request, about: PlaybackSubject) =>
    isId(about.id)
      ? playbacks.find(question(request, about, (asked) => decisions.allowsPage(request, asked)))
      : undefined;
  return Object.assign(backend, { playback, embedUrl: embeds.url, embedTags: embeds.tags, endUpload });
}

/** Where the backend is mounted, with a slash before and none behind. */
function toBasePath(path: string): string {
  const words = path.split('/').filter((word) => word !== '');
  return words.map((word) => `/${word}`).join('');
}

function grantLimiter(own: BackendOptions['rateBucket']): GrantContext['take'] {
  if (own) return (subject) => own.take(subject);
  const one = createRateBucket(PER_SUBJECT);
  const everybody = createRateBucket(SHARED);
  return (subject) => (subject === '' ? everybody : one).take(subject);
}

async function readSecret(secret: NonNullable<BackendOptions['claimSecret']>): Promise<string> {
  return typeof secret === 'string' ? secret : runSiteCode('claimSecret', secret);
}
