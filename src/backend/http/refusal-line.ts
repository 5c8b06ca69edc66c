import { isAllowedOrigin, ownOrigin, type OriginRule } from './origin-policy.ts';

/**
 * The line for the log about a visitor whom `authorize` refused. A page on another origin sends no cookies unless it is asked
 * to, and then a signed-in visitor looks like a stranger. `asked` names the action and its video.
 */
export function refusalLine(request: Request, asked: string, rule: OriginRule): string {
  const { headers } = request;
  const start = `authorize refused ${asked}.`;
  if (headers.has('cookie') || headers.has('authorization')) return start;
  const origin = headers.get('origin');
  if (origin === null || origin === ownOrigin(request, rule) || !isAllowedOrigin(request, rule))
    return `${start} The request had no cookie.`;
  return `${start} The request had no cookie: the page of ${origin} sends cookies to this backend only with credentials="include".`;
}
