/** What must never leave the backend: each is somewhere in what the service answers or is asked with. */
export const CANARY = 'canary';

const BASE = 'https://service.test/base';

// Written again here, from the contract: a list that the backend shared with its test would prove nothing.
const ID = '[A-Za-z0-9_-]{1,64}';
const ALLOWED = [
  /^POST \/auth\/(api-key|refresh)$/,
  /^POST \/(videos|upload-tokens)$/,
  new RegExp(`^DELETE /upload-tokens/${ID}$`),
  /^GET \/(videos|live-streams)(\?[^#]*)?$/,
  new RegExp(`^GET /(videos|live-streams|players)/${ID}$`),
  new RegExp(`^GET /videos/${ID}/(status|(captions|chapters)(\\?[^#]*)?)$`),
];
const ALLOWED_QUERY = /^(currentPage|pageSize|sortBy|sortOrder)=[A-Za-z0-9]+$/;

/** A service that answers everything, generously and indiscreetly, and notes what it should not have been asked. */
export class CanaryService {
  readonly baseUrl = BASE;
  readonly apiKey = `${CANARY}-key`;
  /** Requests outside the contract. */
  readonly strays: string[] = [];
  asked = 0;

  readonly fetch: typeof fetch = (input, init) => {
    this.asked++;
    const url = input instanceof Request ? input.url : input.toString();
    const method = init?.method ?? 'GET';
    if (!isAllowed(method, url, new Headers(init?.headers))) this.strays.push(`${method} ${url}`);
    return Promise.resolve(answerTo(method, url));
  };
}

function isAllowed(method: string, url: string, headers: Headers): boolean {
  const isAsset = /^https:\/\/service\.test\/assets\/vod\/[A-Za-z0-9_-]{1,64}\/hls\/[a-z0-9./]+$/.test(url);
  // Media are everybody's: no right goes along.
  if (isAsset) return method === 'GET' && !headers.has('authorization') && !url.includes('..');
  if (!url.startsWith(`${BASE}/`)) return false;
  const rest = url.slice(BASE.length);
  const query = rest.split('?')[1];
  const isQueryAllowed = query === undefined || query.split('&').every((pair) => ALLOWED_QUERY.test(pair));
  return isQueryAllowed && ALLOWED.some((form) => form.test(`${method} ${rest}`));
}

function answerTo(method: string, url: string): Response {
  const path = new URL(url).pathname.replace('/base', '');
  if (path.startsWith('/assets/')) return new Response('#EXTM3U\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n');
  if (path.startsWith('/auth/')) {
    return json({ access_token: `${CANARY}-access`, refresh_token: `${CANARY}-refresh`, expires_in: 3600 });
  }
  if (method === 'DELETE') return new Response(null, { status: 204 });
  if (path === '/upload-tokens') return json({ token: 'to1', expiresAt: '2030-01-01T00:00:00Z' });
  const [, room = '', id = 'vi1', part] = path.split('/');
  if (part === 'status')
    return json({ ...indiscreet, ingest: null, encoding: { ...indiscreet, playable: true } });
  const src = `https://service.test/assets/vod/${id}/captions/de.vtt`;
  if (part) return json({ data: [{ ...indiscreet, src, srclang: 'de', language: 'de', default: true }] });
  const thing = thingOf(room, id);
  return method === 'GET' && path === `/${room}`
    ? json({ ...indiscreet, data: [thing, thingOf(room, 'pr1')] })
    : json(thing);
}

const indiscreet = {
  streamKey: `${CANARY}-stream-key`,
  token: `${CANARY}-token`,
  apiKey: `${CANARY}-key`,
  signatureSecret: `${CANARY}-secret`,
  restreams: [{ name: CANARY, serverUrl: `rtmp://${CANARY}.test/s`, streamKey: CANARY }],
  metadata: [{ key: 'owner', value: CANARY }],
  source: { uri: `/videos/${CANARY}/source` },
};

/** Whose name begins with "pr" is private: its title and its addresses are for the site only. */
function thingOf(room: string, id: string): Record<string, unknown> {
  const isPrivate = id.startsWith('pr');
  const hls = `https://service.test/assets/vod/${id}/hls/manifest.m3u8`;
  return {
    ...indiscreet,
    videoId: id,
    liveStreamId: id,
    playerId: id,
    title: isPrivate ? 'whisper' : 'A film',
    name: isPrivate ? 'whisper' : room,
    public: !isPrivate,
    assets: { hls, thumbnail: hls.replace('hls/manifest.m3u8', 'thumbnail.jpg'), ...indiscreet },
  };
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}
