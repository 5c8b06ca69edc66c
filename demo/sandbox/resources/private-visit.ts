import type { Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import type { House } from '../house.ts';
import { SESSION_SECONDS, type TokenUse } from '../store/private-access.ts';

const SESSION = /^[\w-]{20,64}$/;

/**
 * To be called when it is sure that there is something to send: a token is used up by it. Answers the session that the
 * addresses in the answer must carry; nothing for what is public.
 */
export type Enter = () => string | undefined;

/** What is asked for, and with which right. */
export interface PrivateThing {
  mediaId: string;
  /** How the path calls that id. */
  name: 'videoId' | 'liveStreamId';
  token: string;
  use: TokenUse;
  /** The path under which the same browser may go on. */
  cookiePath: string;
}

/** Enters for nothing: what is public is for everybody. */
export const enterFreely: Enter = () => undefined;

/** Lets somebody in who brings a session or a token that nobody has used; anybody else finds nothing here. */
export function privateVisit({ privateAccess }: House, exchange: Exchange, thing: PrivateThing): Enter {
  const { request, response } = exchange;
  const { mediaId, name, token, use, cookiePath } = thing;
  const session = carriedSession(exchange).find((one) => privateAccess.isSession(mediaId, one));
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
function carriedSession({ request, query }: Exchange): string[] {
  const header = request.headers['x-token-session'];
  const cookie = /(?:^|;\s*)avh=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return [query.get('avh'), header, cookie].filter((one): one is string => SESSION.test(String(one)));
}

/** Lets the same browser go on: an MP4 is asked for in pieces, a picture once more, a page is loaded again. */
function cookieOf(session: string, path: string, origin: string): string {
  // On another site's page only a secure cookie is sent along.
  const where = origin.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  return `avh=${session}; Path=${path}; Max-Age=${String(SESSION_SECONDS)}; HttpOnly; ${where}`;
}
