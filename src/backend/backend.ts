import { isId } from '../core/id.ts';
import { isVhError } from '../core/vh-error.ts';
import { addressesFor } from './addresses.ts';
import { decide } from './authorize.ts';
import type { Backend, BackendContext, PlaybackSubject } from './backend-context.ts';
import type { BackendOptions } from './backend-options.ts';
import { ClaimSeal } from './claim-seal.ts';
import { createGrantMemory } from './grant-memory.ts';
import { handleGrant, type GrantContext } from './grants.ts';
import { OncePerUpload } from './once-per-upload.ts';
import { createRateBucket } from './rate-bucket.ts';
import { Playbacks, type PlaybackQuestion } from './playbacks.ts';
import { answerList, answerRead, type ReadContext } from './reads.ts';
import { notFound, refuse, refuseFor } from './respond.ts';
import { routeOf, type Route } from './route.ts';
import { preflight, refuseForeign, toOrigin, withCors, type OriginRule } from './same-site.ts';
import { Service } from './service.ts';

const TOKEN_TTL = 900;
const TIMEOUT = 10_000;
/** For one subject: a large selection of files at once. */
const ONE = { burst: 60, perMinute: 60 };
/** For all visitors together, where nobody says who they are. */
const EVERYBODY = { burst: 2_000, perMinute: 2_000 };

/**
 * The site's own server's part: it holds the API key, and answers what the elements on the site's pages ask.
 *
 * `POST {basePath}/grants`, `GET {basePath}/playback/…`, and reads under the service's own paths, such as
 * `GET {basePath}/videos/{id}/status`; everything else is 404.
 */
export function createBackend(options: BackendOptions): Backend {
  const timeoutMs = options.timeoutMs ?? TIMEOUT;
  const service = new Service({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
  });
  const { authorize } = options;
  const basePath = toBasePath(options.basePath ?? '');
  const rule: OriginRule = { allowedOrigins: (options.allowedOrigins ?? []).map(toOrigin) };
  const addresses = (request: Request) => addressesFor(request, service, options);
  const reads: ReadContext = { service, authorize, lists: options.lists ?? [], addresses };
  const grants: GrantContext = {
    service,
    authorize,
    subject: options.subject,
    take: takerOf(options.rateBucket),
    uploads: new OncePerUpload(options.grantMemory ?? createGrantMemory()),
    claims: new ClaimSeal(() => readSecret(options.claimSecret ?? options.apiKey)),
    protocol: options.protocol ?? 'parts',
    tokenTtl: options.tokenTtl ?? TOKEN_TTL,
    publicUrl: (request) => addresses(request).publicUrl,
  };

  const playbacks = new Playbacks(service, options.playbackCache ?? {}, 2 * timeoutMs);

  async function dispatch(route: Route, request: Request, context?: BackendContext): Promise<Response> {
    switch (route.name) {
      case 'grants':
        return refuseForeign(request, rule) ?? handleGrant(request, grants);
      case 'playback':
        return playbacks.answer(question(request, route, context));
      case 'read':
        return answerRead(request, reads, route.what, route.id);
      case 'list':
        return answerList(request, reads, route.what);
    }
  }

  function question(request: Request, about: PlaybackSubject, context?: BackendContext): PlaybackQuestion {
    const { kind, id } = about;
    // What is private is nobody's but whom the site lets in, and here only a plain `true` does.
    const mayWatch = async () =>
      (await decide(authorize, request, { action: 'playback', kind, id })) === true;
    const later = context?.waitUntil;
    const waitUntil = typeof later === 'function' ? later.bind(context) : undefined;
    return { request, kind, id, addresses: addresses(request), mayWatch, waitUntil };
  }

  async function respond(request: Request, context?: BackendContext): Promise<Response> {
    const route = routeOf(new URL(request.url).pathname, basePath);
    if (!route) return notFound();
    const method = route.name === 'grants' ? 'POST' : 'GET';
    if (request.method === 'OPTIONS') return preflight(request, rule, method);
    if (request.method === method) return dispatch(route, request, context);
    return refuse(405, 'method-not-allowed', `This address takes ${method}`, { allow: method });
  }

  const backend = async (request: Request, context?: BackendContext): Promise<Response> => {
    const response = await respond(request, context).catch((error: unknown) => {
      tell(options.onError, error, request);
      return refuseFor(error);
    });
    return withCors(response, request, rule);
  };
  const playback = async (request: Request, about: PlaybackSubject) =>
    isId(about.id) ? playbacks.find(question(request, about)) : undefined;
  return Object.assign(backend, { playback });
}

/** Where the backend is mounted, with a slash before and none behind. */
function toBasePath(path: string): string {
  const words = path.split('/').filter((word) => word !== '');
  return words.map((word) => `/${word}`).join('');
}

function takerOf(own: BackendOptions['rateBucket']): GrantContext['take'] {
  if (own) return (subject) => own.take(subject);
  const one = createRateBucket(ONE);
  const everybody = createRateBucket(EVERYBODY);
  return (subject) => (subject === '' ? everybody : one).take(subject);
}

async function readSecret(secret: NonNullable<BackendOptions['claimSecret']>): Promise<string> {
  return typeof secret === 'string' ? secret : secret();
}

function tell(onError: BackendOptions['onError'], error: unknown, request: Request): void {
  // What is merely not there, or asked too often, is nothing that a site has to mend.
  if (isVhError(error, 'not-found')) return;
  try {
    onError?.(error, request);
  } catch {
    // A log that fails must not take the answer with it.
  }
}
