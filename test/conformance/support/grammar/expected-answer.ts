import type { SiteSetup, WireAnswer, WireRequest } from './wire-request.ts';

// Written again, from docs/backend-contract.md: what the backends shared with their test would prove nothing.
const ID = '[A-Za-z0-9_-]{1,64}';
const GRANTS = /^\/vh\/grants$/;
const READS = [
  new RegExp(`^/vh/playback/(?:videos|live-streams)/(${ID})$`),
  new RegExp(`^/vh/videos/(${ID})/(?:status|captions|chapters)$`),
  new RegExp(`^/vh/(?:live-streams|players)/(${ID})$`),
];
const HOST = /^(?:((?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?)|(\[[0-9a-f:.]+\]))(?::(\d{1,5}))?$/i;
const JSON_TYPE = /^application\/json\s*(;\s*charset=(utf-8|"utf-8")\s*)?$/i;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** The origin of a page at this host; undefined for a host that browsers do not write. */
export function originOf(scheme: string, host: string): string | undefined {
  const [, name = '', address = '', port] = HOST.exec(host) ?? [];
  if (name + address === '' || Number(port ?? 0) > 65_535) return undefined;
  const isPort = port !== undefined && Number(port) !== DEFAULT_PORTS[scheme];
  return `${scheme}://${(name + address).toLowerCase()}${isPort ? `:${String(Number(port))}` : ''}`;
}

/** The backend's own origin for this request. */
function ownOrigin({ hosts: [host = ''], headers }: WireRequest, setup: SiteSetup): string {
  if (setup.origin !== null) return setup.origin;
  const direct = originOf('http', host) ?? '';
  if (!setup.trustProxy) return direct;
  const first = (name: string) => headers[name]?.split(',')[0]?.trim() ?? '';
  const [proto, outside] = [first('x-forwarded-proto').toLowerCase(), first('x-forwarded-host')];
  if (!['', 'http', 'https'].includes(proto)) return direct;
  // A port that said nothing before the proxy says nothing behind it.
  return originOf(proto || 'http', outside || direct.replace('http://', '')) ?? direct;
}

/** The answer that the contract wants. `bodyIs` means the body's own. */
export function expectedAnswer(
  request: WireRequest,
  setup: SiteSetup,
  bodyIs: 'right' | 'wrong',
): WireAnswer {
  const { method, target, hosts, headers } = request;
  const [path = ''] = target.split('?');
  const refuse = (status: number, word: string): WireAnswer => ({ status, word, cors: false, allows: false });
  const [host = ''] = hosts;
  if (hosts.length !== 1 || originOf('http', host) === undefined || !target.startsWith('/'))
    return refuse(400, 'request-malformed');
  const origin = headers['origin'];
  const isListed = origin !== undefined && setup.allowedOrigins.includes(origin);
  const isAllowed = isListed || (origin !== undefined && origin === ownOrigin(request, setup));
  const end = (status: number, word = ''): WireAnswer => ({ status, word, cors: isListed, allows: false });
  const id = READS.map((form) => form.exec(path)?.[1]).find((one) => one !== undefined);
  if (id === undefined && !GRANTS.test(path)) return end(404, 'not-found');
  if (method === 'OPTIONS') return { ...end(204), allows: isAllowed };
  if (method !== (id === undefined ? 'POST' : 'GET')) return end(405, 'method-not-allowed');
  if (/\/(?:captions|chapters)$/.test(path) && target.endsWith('?pageSize=0'))
    return end(400, 'query-malformed');
  const site = headers['sec-fetch-site'];
  const isSiteAllowed =
    site === undefined ||
    site === 'same-origin' ||
    (isListed && (site === 'same-site' || site === 'cross-site'));
  const isKnown = headers['cookie']?.startsWith('user=') === true;
  if (id !== undefined) {
    const isForeign = (origin !== undefined && !isAllowed) || (site !== 'none' && !isSiteAllowed);
    return id.startsWith('pr') && (isForeign || !isKnown) ? end(404, 'not-found') : end(200);
  }
  if (!isAllowed || !isSiteAllowed) return end(403, 'origin-refused');
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return end(415, 'json-wanted');
  if (headers['x-vh-request'] !== '1') return end(403, 'header-missing');
  if (bodyIs === 'wrong') return end(400, 'grant-malformed');
  return isKnown ? end(201) : end(403, 'grant-refused');
}
