import { refuse } from './respond.ts';

/** Which pages may use the backend. */
export interface OriginRule {
  /** Further origins, beside the backend's own, such as `https://www.example.org`. */
  allowedOrigins: readonly string[];
}

/** True for a page of the backend's own origin or of an allowed one. A missing or null origin is neither. */
export function isAllowedOrigin(request: Request, rule: OriginRule): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || origin === 'null') return false;
  return origin === new URL(request.url).origin || rule.allowedOrigins.includes(origin);
}

/**
 * Refuses what another site's page could make a visitor's browser send: a form, a `no-cors` fetch, a request whose
 * origin is missing. Returns nothing when the request may go on.
 */
export function refuseForeign(request: Request, rule: OriginRule): Response | undefined {
  if (!isAllowedOrigin(request, rule)) {
    return refuse(403, 'origin-refused', 'This page may not ask here: its origin is missing or not allowed');
  }
  const site = request.headers.get('sec-fetch-site');
  const listed = rule.allowedOrigins.includes(request.headers.get('origin') ?? '');
  if (site !== null && site !== 'same-origin' && !listed) {
    return refuse(403, 'origin-refused', 'This request comes from another site');
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse(415, 'json-wanted', 'Send the request as application/json');
  if (request.headers.get('x-vh-request') !== '1') {
    return refuse(403, 'header-missing', 'Send the header x-vh-request: 1');
  }
  return undefined;
}

/** Lets a page of an allowed origin read the answer. */
export function withCors(response: Response, request: Request, rule: OriginRule): Response {
  const origin = request.headers.get('origin');
  response.headers.append('vary', 'origin');
  if (origin !== null && rule.allowedOrigins.includes(origin)) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-credentials', 'true');
  }
  return response;
}

/** The answer to a preflight; only an allowed origin learns more than that there is a server. */
export function preflight(request: Request, rule: OriginRule): Response {
  const response = new Response(null, { status: 204 });
  if (isAllowedOrigin(request, rule)) {
    response.headers.set('access-control-allow-methods', 'GET, POST');
    response.headers.set('access-control-allow-headers', 'content-type, x-vh-request');
    response.headers.set('access-control-max-age', '600');
  }
  return response;
}
