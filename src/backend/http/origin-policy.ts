import { VhError } from '../../core/errors/vh-error.ts';
import { isHost } from './host.ts';
import { refuse } from './respond.ts';

/** Which pages may use the backend. */
export interface OriginRule {
  /** Further origins, beside the backend's own, each as a browser writes it: `https://www.example.org`. */
  allowedOrigins: readonly string[];
  /** True where `X-Forwarded-Host` and `X-Forwarded-Proto` come from the site's own proxy. */
  trustProxy?: boolean;
}

/** An origin as browsers write it. Throws for anything that is not one: a pattern would match more than was meant. */
export function toOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isPlain || given.includes('*')) {
    throw new VhError(
      'invalid-use',
      'allowedOrigins holds whole origins, such as https://www.example.org: no paths, no patterns.',
    );
  }
  return url.origin;
}

/** The backend's own origin, as its pages' browsers see it. */
export function ownOrigin(request: Request, { trustProxy = false }: OriginRule): string {
  return (trustProxy ? forwardedOrigin(request) : undefined) ?? new URL(request.url).origin;
}

/** The origin that a proxy says the browser asked; undefined without such a word. Anybody can write these headers. */
export function forwardedOrigin({ headers, url }: Request): string | undefined {
  // Of several proxies, the first in the list is the one that the browser reached.
  const first = (name: string) => headers.get(name)?.split(',', 1)[0]?.trim() || undefined;
  const [host, scheme] = [first('x-forwarded-host'), first('x-forwarded-proto')];
  if (host === undefined && scheme === undefined) return undefined;
  if (host !== undefined && !isHost(host)) return undefined;
  const seen = new URL(url);
  const address = `${scheme ?? seen.protocol.slice(0, -1)}://${host ?? seen.host}/`;
  const made = URL.canParse(address) ? new URL(address) : undefined;
  return made && /^https?:$/.test(made.protocol) && made.href === `${made.origin}/` ? made.origin : undefined;
}

/** True for a page of the backend's own origin or of an allowed one. A missing or null origin is neither. */
export function isAllowedOrigin(request: Request, rule: OriginRule): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || origin === 'null') return false;
  return origin === ownOrigin(request, rule) || rule.allowedOrigins.includes(origin);
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i;

/**
 * Refuses requests that another site's page could make a visitor's browser send: a form, a `no-cors` fetch, a request
 * whose origin is missing. Returns nothing when the request is allowed.
 */
export function refuseForeign(request: Request, rule: OriginRule): Response | undefined {
  const { headers } = request;
  if (!isAllowedOrigin(request, rule)) {
    return refuse(
      403,
      'origin-refused',
      "Requests from this page are not allowed: its origin is missing, or neither the backend's own nor in allowedOrigins",
    );
  }
  if (!isAllowedSite(headers.get('sec-fetch-site'), headers.get('origin'), rule)) {
    return refuse(403, 'origin-refused', 'This request comes from another site');
  }
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) {
    return refuse(415, 'json-wanted', 'Send the request as application/json');
  }
  if (headers.get('x-vh-request') !== '1') {
    return refuse(403, 'header-missing', 'Send the header x-vh-request: 1');
  }
  return undefined;
}

/**
 * True for a read that the page of another site, which is not listed, made a visitor's browser send: it names a foreign
 * origin, or the browser says that it comes from another site. A request that says neither is not a page's.
 */
export function isForeignRead(request: Request, rule: OriginRule): boolean {
  const { headers } = request;
  const origin = headers.get('origin');
  if (origin !== null && !isAllowedOrigin(request, rule)) return true;
  const site = headers.get('sec-fetch-site');
  // "none" is an address that the visitor typed.
  return site !== 'none' && !isAllowedSite(site, origin, rule);
}

/** True when a visitor opened a page at the top of a tab, from wherever. */
export function isFollowedLink({ headers }: Request): boolean {
  return headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
}

/** The browser's own statement about where the request comes from. Older browsers make none. */
function isAllowedSite(site: string | null, origin: string | null, rule: OriginRule): boolean {
  if (site === null || site === 'same-origin') return true;
  const isListed = rule.allowedOrigins.includes(origin ?? '');
  return isListed && (site === 'same-site' || site === 'cross-site');
}

/** Lets a page of an allowed origin read the answer, and how long it is to wait. */
export function withCors(response: Response, request: Request, rule: OriginRule): Response {
  const origin = request.headers.get('origin');
  response.headers.append('vary', 'origin');
  if (origin !== null && rule.allowedOrigins.includes(origin)) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-credentials', 'true');
    response.headers.set('access-control-expose-headers', 'etag, retry-after');
  }
  return response;
}

/** The answer to a preflight; only an allowed origin learns more than that there is a server. */
export function preflight(
  request: Request,
  rule: OriginRule,
  { method, headers }: { method: 'GET' | 'POST'; headers: readonly string[] },
): Response {
  const response = new Response(null, { status: 204 });
  if (isAllowedOrigin(request, rule)) {
    response.headers.set('access-control-allow-methods', method);
    response.headers.set(
      'access-control-allow-headers',
      ['content-type', 'x-vh-request', ...headers].join(', '),
    );
    response.headers.set('access-control-max-age', '600');
  }
  return response;
}
