import { HEADERS } from '../lib/policy.js';
import { userOf } from '../lib/session.js';

/** Before every page: refuses forms of other sites, says who asks, and what a page may load. */
export async function onRequest({ request, locals }, next) {
  const { method, headers } = request;
  if (method === 'POST' && headers.get('sec-fetch-site') === 'cross-site')
    return new Response(null, { status: 403 });
  locals.user = userOf(headers.get('cookie'));
  const response = await next();
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}
