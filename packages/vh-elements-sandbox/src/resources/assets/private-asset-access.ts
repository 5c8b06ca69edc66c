import type { Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import { SESSION_SECONDS, type TokenUse } from '../../store/media/private-access.ts';

const SESSION = /^[\w-]{20,64}$/;

/**
 * Uses the token up: call it once it is certain that there is something to send. Returns the session that every address
 * in the answer must carry; undefined for a public asset.
 */
export type StartSession = () => string | undefined;

/** The private asset that a request wants, and its token. */
export interface PrivateAsset {
  mediaId: string;
  /** How the path calls that id. */
  name: 'videoId' | 'liveStreamId';
  token: string;
  use: TokenUse;
  /** The path for later requests of the same browser. */
  cookiePath: string;
}

/** For public assets: they need no session. */
export const startNoSession: StartSession = () => undefined;

/** Requires a session that covers the use, or an unused token; every other request gets 404. */
export function authorizePrivateAsset(
  { privateAccess }: Services,
  exchange: Exchange,
  asset: PrivateAsset,
): StartSession {
  const { request, response } = exchange;
  const { mediaId, name, token, use, cookiePath } = asset;
  const session = carriedSessions(exchange).find((one) => privateAccess.covers(mediaId, one, use));
  if (session === undefined && !privateAccess.isFresh(mediaId, token, use)) throw notFound(name);
  return () => {
    // No cache on the way may hand it to others.
    response.setHeader('cache-control', 'private, no-cache');
    // Asking whether it is there is no use of it.
    if (session !== undefined || request.method === 'HEAD') return session;
    const begun = privateAccess.begin(mediaId, token, use);
    if (begun === undefined) throw notFound(name);
    response.setHeader('x-token-session', begun);
    response.setHeader('set-cookie', cookieOf(begun, cookiePath, exchange.origin));
    return begun;
  };
}

/** The sessions that a request brings: in the address, in a header, or in the cookie of an earlier answer. */
function carriedSessions({ request, query }: Exchange): string[] {
  const header = request.headers['x-token-session'];
  const cookie = /(?:^|;\s*)avh=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return [query.get('avh'), header, cookie].filter((one): one is string => SESSION.test(String(one)));
}

/** Admits later requests of the same browser: it fetches an MP4 in pieces, a picture twice, and reloads pages. */
function cookieOf(session: string, path: string, origin: string): string {
  // On another site's page only a secure cookie is sent along.
  const where = origin.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  return `avh=${session}; Path=${path}; Max-Age=${String(SESSION_SECONDS)}; HttpOnly; ${where}`;
}
