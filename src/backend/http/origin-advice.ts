import { forwardedOrigin, isAllowedOrigin, ownOrigin, type OriginRule } from './origin-policy.ts';

const MAX_ORIGIN_LENGTH = 200;

/** A page that the backend does not let in. */
export interface OriginAdvice {
  origin: string;
  /** For the site's log: which page it was, and what to set if it is the site's own. */
  text: string;
}

/** The advice to the site about a request from a page that is not allowed; undefined for other requests. */
export function originAdvice(request: Request, rule: OriginRule): OriginAdvice | undefined {
  const { headers, method } = request;
  const origin = headers.get('origin');
  if (isAllowedOrigin(request, rule)) return undefined;
  if (origin === null) return method === 'POST' ? { origin: 'none', text: WITHOUT } : undefined;
  if (origin === 'null') return { origin, text: OPAQUE };
  const shown = shownOrigin(origin);
  if (shown === undefined) return undefined;
  const own = ownOrigin(request, rule);
  // The browser itself says that page and backend are one origin, or the proxy says which host the browser asked.
  const isProxied = headers.get('sec-fetch-site') === 'same-origin' || forwardedOrigin(request) === origin;
  return { origin: shown, text: isProxied ? behindProxy(shown, own, headers) : foreign(shown, own) };
}

const WITHOUT =
  'Refused a request for an upload without an Origin header. Browsers send one; other clients must send it too.';
const OPAQUE =
  'Refused a page without an origin: a file opened from disk, or a sandboxed frame. Serve the page over http or https.';

function foreign(origin: string, own: string): string {
  return `Refused a page of ${origin}: this backend answers ${own} and allowedOrigins. If the page is yours, set allowedOrigins: ['${origin}'].`;
}

function behindProxy(origin: string, own: string, headers: Headers): string {
  const start = `Refused a page of ${origin}, because a proxy in front of this server shows it as ${own}.`;
  const list = `allowedOrigins: ['${origin}']`;
  return headers.has('x-forwarded-host') || headers.has('x-forwarded-proto')
    ? `${start} Set trustProxy: true if every request passes that proxy, or ${list}.`
    : `${start} Set ${list}, or let the proxy keep the Host header (Vite: changeOrigin: false).`;
}

/** Only a valid origin goes into a log. */
function shownOrigin(origin: string): string | undefined {
  const url = origin.length <= MAX_ORIGIN_LENGTH && URL.canParse(origin) ? new URL(origin) : undefined;
  return url && url.origin === origin ? origin : undefined;
}
