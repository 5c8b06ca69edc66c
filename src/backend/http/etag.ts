import { HEADERS } from './respond.ts';

/** A body and its entity tag. */
export interface CachedBody {
  text: string;
  tag: string;
}

/** The same tag for the same text on every instance of a site. */
export async function entityTag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, '0'));
  return `"${hex.join('')}"`;
}

/** A JSON response that may be cached as `policy` says; 304 when the client has it already. */
export function answerCached(request: Request, { text, tag }: CachedBody, policy: string): Response {
  const headers = { ...HEADERS, 'etag': tag, 'cache-control': policy };
  if (hasTag(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { 'content-type': 'application/json', ...headers } });
}

/** Compared weakly, as the rules for GET say: a proxy that compresses makes strong tags weak. */
function hasTag(given: string | null, tag: string): boolean {
  if (given === null) return false;
  if (given.trim() === '*') return true;
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
