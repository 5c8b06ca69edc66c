import type { AuthorizeRequest } from '../access/authorize.ts';
import { isAllowedOrigin, ownOrigin, type OriginRule } from './origin-policy.ts';

/**
 * The line for the log about a visitor whom `authorize` refused. A page on another origin sends no cookies unless it is asked
 * to, and then a signed-in visitor looks like a stranger.
 */
export function refusalLine(request: Request, asked: AuthorizeRequest, rule: OriginRule): string {
  const { headers } = request;
  const start = `authorize refused "${asked.action}"${thingIn(asked)}.`;
  if (headers.has('cookie') || headers.has('authorization')) return start;
  const origin = headers.get('origin');
  if (origin === null || origin === ownOrigin(request, rule) || !isAllowedOrigin(request, rule))
    return `${start} The request had no cookie.`;
  return `${start} The request had no cookie: the page of ${origin} sends cookies to this backend only with credentials="include".`;
}

/** The video or stream that the visitor asked for. Its id has been checked: it is one short word. */
function thingIn(asked: AuthorizeRequest): string {
  if ('videoId' in asked) return ` of the video ${asked.videoId}`;
  if (!('id' in asked)) return '';
  return asked.kind === 'video' ? ` of the video ${asked.id}` : ` of the live stream ${asked.id}`;
}
