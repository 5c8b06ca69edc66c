import { isId } from '../core/id.ts';
import { parseVideoStatus } from '../core/video.ts';
import type { ApiKey } from './access-token.ts';
import { handleGrant, type Authorize, type GrantContext } from './grants.ts';
import type { Playback } from '../core/playback.ts';
import { livePlayback, videoPlayback } from './playback.ts';
import { answer, refuse, refuseFor } from './respond.ts';
import { preflight, refuseForeign, withCors, type OriginRule } from './same-site.ts';
import { Service } from './service.ts';

/** What a page backend is made of. */
export interface BackendOptions {
  /** The service, as this server reaches it. */
  baseUrl: string;
  /** The API key. It never leaves this process but for the service's own key exchange. */
  apiKey: ApiKey;
  /** Decides who may do what. Without it every upload is refused. */
  authorize?: Authorize;
  /** Where the backend is mounted, such as `/vh`. */
  basePath?: string;
  /** Further origins whose pages may ask, beside the backend's own. */
  allowedOrigins?: readonly string[];
  /** The service as browsers reach it, when that is another address than `baseUrl`. */
  publicUrl?: string | ((request: Request) => string);
  /** The origin of the media, when playlists may be read from another one than the service's. */
  assetUrl?: string;
  /** Where session events go; `{publicUrl}/collector` when absent. */
  collectorUrl?: string;
  /** Seconds that an upload token lives; the uploader fetches a fresh one in time. */
  tokenTtl?: number;
  /** Milliseconds that the service has to answer. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** Runs wherever `fetch` runs. */
export type Backend = (request: Request) => Promise<Response>;

type Route =
  | { name: 'grants' }
  | { name: 'playback'; kind: Playback['kind']; id: string }
  | { name: 'status'; videoId: string };

const TOKEN_TTL = 900;

/**
 * The site's own server's part: it holds the API key, and answers what the elements on the site's pages ask.
 *
 * `POST {basePath}/grants`, `GET {basePath}/playback/videos/{id}`, `GET {basePath}/playback/live-streams/{id}` and
 * `GET {basePath}/videos/{id}/status`; everything else is 404.
 */
export function createBackend(options: BackendOptions): Backend {
  const service = new Service({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  const rule: OriginRule = { allowedOrigins: options.allowedOrigins ?? [] };
  const publicUrl = (request: Request): string => {
    const { publicUrl: url = service.baseUrl.href } = options;
    return (typeof url === 'function' ? url(request) : url).replace(/\/+$/, '');
  };
  const grants: GrantContext = {
    service,
    authorize: options.authorize,
    tokenTtl: options.tokenTtl ?? TOKEN_TTL,
    publicUrl,
  };

  async function dispatch(route: Route, request: Request): Promise<Response> {
    if (route.name === 'grants') return refuseForeign(request, rule) ?? handleGrant(request, grants);
    if (route.name === 'playback') return playback(request, route.kind, route.id);
    const status = await service.json({ method: 'GET', path: ['videos', { id: route.videoId }, 'status'] });
    return status === undefined ? notFound() : answer(200, parseVideoStatus(status));
  }

  async function playback(request: Request, kind: Playback['kind'], id: string): Promise<Response> {
    const to = publicUrl(request);
    const from = service.baseUrl.origin;
    const found = await (kind === 'video' ? videoPlayback : livePlayback)(service, id, {
      toPublic: (url) => (url.startsWith(`${from}/`) ? new URL(to).origin + url.slice(from.length) : url),
      inlineOrigins: [from, ...(options.assetUrl ? [new URL(options.assetUrl).origin] : [])],
      collector: options.collectorUrl ?? `${to}/collector`,
    });
    if (!found) return notFound();
    // What is private is nobody's but whom the site lets in.
    if (!found.isPublic && !(await options.authorize?.(request, { action: 'playback', kind, id })))
      return notFound();
    return answer(200, found.playback);
  }

  return async (request) => {
    const route = routeOf(new URL(request.url).pathname, options.basePath ?? '');
    if (!route) return notFound();
    if (request.method === 'OPTIONS') return withCors(preflight(request, rule), request, rule);
    const method = route.name === 'grants' ? 'POST' : 'GET';
    if (request.method !== method) {
      return refuse(405, 'method-not-allowed', `This address takes ${method}`, { allow: method });
    }
    const response = await dispatch(route, request).catch(refuseFor);
    return withCors(response, request, rule);
  };
}

/** Ids are matched as they came: whatever is encoded, dotted or doubled matches nothing. */
function routeOf(pathname: string, basePath: string): Route | undefined {
  if (!pathname.startsWith(`${basePath.replace(/\/+$/, '')}/`)) return undefined;
  const path = pathname.slice(basePath.replace(/\/+$/, '').length + 1).split('/');
  if (path.length === 1 && path[0] === 'grants') return { name: 'grants' };
  const id = path[0] === 'playback' ? path[2] : path[1];
  if (path.length !== 3 || !isId(id)) return undefined;
  if (path[0] === 'playback' && path[1] === 'videos') return { name: 'playback', kind: 'video', id };
  if (path[0] === 'playback' && path[1] === 'live-streams')
    return { name: 'playback', kind: 'live-stream', id };
  if (path[0] === 'videos' && path[2] === 'status') return { name: 'status', videoId: id };
  return undefined;
}

function notFound(): Response {
  return refuse(404, 'not-found', 'There is no such thing');
}
