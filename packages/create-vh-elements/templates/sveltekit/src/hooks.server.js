import { userOf } from '../lib/session.js';

const service = process.env.VH_BASE_URL;
const SOURCES = `connect-src 'self' ${service}; img-src 'self' data: ${service}; media-src 'self' blob: ${service}`;

/** Before every page: refuses forms of other sites, and says who asks. */
export async function handle({ event, resolve }) {
  const { method, headers } = event.request;
  if (method === 'POST' && headers.get('sec-fetch-site') === 'cross-site')
    return new Response(null, { status: 403 });
  event.locals.user = userOf(headers.get('cookie'));
  const response = await resolve(event);
  const policy = response.headers.get('content-security-policy');
  // The service's address is known when the site runs, and not when it is built.
  if (policy) response.headers.set('content-security-policy', `${policy}; ${SOURCES}`);
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}
