import { NextResponse } from 'next/server';

const isDev = process.env.NODE_ENV === 'development';

/** Before every page: refuses forms of other sites, and says what a page may load. */
export function proxy(request) {
  if (request.method === 'POST' && request.headers.get('sec-fetch-site') === 'cross-site')
    return new NextResponse(null, { status: 403 });
  const nonce = crypto.randomUUID();
  const policy = policyWith(nonce, process.env.VH_BASE_URL);
  const headers = new Headers(request.headers);
  // Next gives its own scripts the nonce that it finds here.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/** Scripts of this site alone; media and pictures of the video service, too. Next's tools for development need more. */
const policyWith = (nonce, service) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `connect-src 'self' ${service}${isDev ? ' ws:' : ''}`,
    `img-src 'self' data: ${service}`,
    `media-src 'self' blob: ${service}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
