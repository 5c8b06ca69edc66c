import { NO_HOSTS } from '../../../support/backend/no-hosts.ts';
import type { Dice } from '../../../support/seeded.ts';
import { drawBody } from './body-grammar.ts';
import type { SiteSetup, WireRequest } from './wire-request.ts';
import { originOf } from './expected-answer.ts';

const PATHS = [
  ...['/vh/grants', '/vh/grants', '/vh/grants', '/vh/playback/videos/vi1', '/vh/playback/live-streams/li1'],
  ...['/vh/playback/videos/pr1', '/vh/videos/vi1/status', '/vh/videos/pr1/status', '/vh/videos/vi1/captions'],
  ...['/vh/videos/vi1/chapters', '/vh/live-streams/li1', '/vh/players/pl1', '/vh/videos', '/vh/live-streams'],
  ...[
    '/vh/oembed',
    '/vh/embed/videos/vi1',
    '/vh/embed/videos/vi1/playback',
    '/vh',
    '/vh/',
    '/',
    '/favicon.ico',
  ],
  ...['/vh/playback/players/vi1', '/vh/videos/vi1', '/vh/videos/vi1/source', '/vh/auth/api-key'],
  ...['/vh/upload-tokens', '/vh/constructor/vi1', '/vh/playback/__proto__/vi1'],
];
const SEGMENTS = [
  ...[
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '\\',
    '%00',
    '%0d%0a',
    '%252e',
    '..;',
    ';a=b',
    '*',
    '@',
    ':80',
  ],
  ...[
    '%E8%A7%86',
    '%C3%A9',
    '%c0%af',
    '%ff',
    '%',
    '%zz',
    '%u002f',
    '~',
    '%20',
    '+',
    "'",
    '(',
    ',',
    '&',
    '=',
    '$',
  ],
];
const QUERIES = [
  '',
  'a=b',
  'pageSize=1',
  'pageSize=0',
  '/vh/grants',
  '%00',
  'a=%zz',
  '?',
  'token=x',
  '../..',
];
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY'];

const HOSTS = [
  ...['site.test', 'site.test', 'site.test', 'SITE.test', 'site.test:3000', 'site.test:80', 'site.test:443'],
  ...[
    'site.test.',
    'a_b.test',
    '-a.test',
    'localhost:8080',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
  ],
  ...['xn--bcher-kva.test', 'site.test:080', 'site.test:0', 'site.test:65535'],
];
const SITES = ['same-origin', 'same-origin', 'same-site', 'cross-site', 'none', 'Same-Origin', ''];
const TYPES = [
  ...[
    'application/json;charset=utf-8',
    'APPLICATION/JSON',
    'application/json; charset="utf-8"',
    'text/plain',
  ],
  ...['application/json; charset=latin1', 'application/json;', 'application/jsonp', 'text/json', ''],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json, text/plain'],
];
const NOISE: readonly (readonly [string, string])[] = [
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/vh/grants'],
  ['x-rewrite-url', '/auth/api-key'],
  ['x-forwarded-prefix', '/..'],
  ['forwarded', 'host=evil.test;proto=https'],
  ['authorization', 'Bearer mine'],
  ['range', 'bytes=0-1'],
  ['accept', 'text/html'],
];

/** A request of this site's own pages, or of a stranger, that every adapter gets as it is. */
export function drawRequest(dice: Dice, setup: SiteSetup, number: number): WireRequest {
  const chance = (percent: number) => dice.below(100) < percent;
  const target = drawTarget(dice);
  const isGrant = target.startsWith('/vh/grants');
  const method = chance(85) ? (isGrant ? 'POST' : 'GET') : dice.pick(METHODS);
  const hosts = drawHosts(dice, setup);
  const headers: Record<string, string> = {};
  if (chance(60)) headers['cookie'] = `user=${String(number)}`;
  if (chance(25))
    headers['x-forwarded-host'] = dice.pick(['out.test', 'OUT.test:443', 'out.test, in.test', ...NO_HOSTS]);
  if (chance(25))
    headers['x-forwarded-proto'] = dice.pick(['https', 'http', 'HTTPS', 'https, http', 'file', 'ws', ' ']);
  const origin = chance(isGrant ? 90 : 40) ? drawOrigin(dice, setup, hosts[0] ?? '', headers) : undefined;
  if (origin !== undefined) headers['origin'] = origin;
  if (chance(25)) headers['sec-fetch-site'] = dice.pick(SITES);
  if (chance(95)) headers['content-type'] = chance(88) ? 'application/json' : dice.pick(TYPES);
  if (chance(95)) headers['x-vh-request'] = chance(92) ? '1' : dice.pick(['0', '01', '1, 1', '', 'true']);
  for (const [name, value] of NOISE) if (chance(5)) headers[name] = value;
  for (const [name, value] of Object.entries(headers)) headers[name] = value.trim();
  const body = method === 'POST' ? drawBody(dice, number) : { bytes: Buffer.alloc(0), is: 'wrong' as const };
  return { method, target, hosts, headers, body: body.bytes, bodyIs: body.is };
}

function drawHosts(dice: Dice, { origin }: SiteSetup): string[] {
  const kind = dice.below(100);
  if (kind < 85) return [dice.pick(HOSTS)];
  if (kind < 95) return [dice.pick(NO_HOSTS)];
  // Where the origin is known, a server may take a request without a host.
  return kind < 98 || origin !== null ? [dice.pick(HOSTS), dice.pick(['site.test', 'evil.test'])] : [];
}

function drawOrigin(
  dice: Dice,
  setup: SiteSetup,
  host: string,
  headers: Readonly<Record<string, string>>,
): string {
  const scheme = dice.pick(['http', 'https']);
  const own = originOf('http', host) ?? 'http://site.test';
  const forwarded = originOf(scheme, headers['x-forwarded-host'] ?? host) ?? own;
  const kind = dice.below(100);
  if (kind < 35) return own;
  if (kind < 55) return setup.origin ?? forwarded;
  if (kind < 70) return dice.pick(setup.allowedOrigins);
  const near = [own, forwarded, ...setup.allowedOrigins].flatMap((one) => [
    ...[
      `${one}/`,
      `${one}:80`,
      `${one}:443`,
      `${one}.evil.test`,
      one.toUpperCase(),
      one.replace('://', '://a.'),
    ],
    ...[one.replace('://', '://evil.test@'), `${one}, ${one}`, one.replace(/^https?/, 'ftp'), `${one}?`],
  ]);
  return dice.pick(['null', 'https://evil.test', 'http://', '*', '', 'site.test', ...near]);
}

function drawTarget(dice: Dice): string {
  // Nothing about origins and bodies is tried where the path names nothing.
  if (dice.below(100) < 35) return '/vh/grants';
  const path = dice.pick(PATHS);
  const kind = dice.below(100);
  const query = dice.below(5) === 0 ? `?${dice.pick(QUERIES)}` : '';
  if (kind < 45) return path + query;
  if (kind < 47)
    return dice.pick([`http://site.test${path}`, `https://evil.test${path}`, `//evil.test${path}`]);
  if (kind < 48) return dice.pick(['*', path.slice(1), '//', '///', '/\\', '/?', '//@/vh/grants']);
  let bent = path;
  for (let times = 1 + dice.below(2); times > 0; times--) bent = bendOnce(dice, bent);
  return bent + query;
}

function bendOnce(dice: Dice, path: string): string {
  const at = 1 + dice.below(path.length);
  const slash = path.indexOf('/', at) === -1 ? path.length : path.indexOf('/', at);
  const [before, after] = [path.slice(0, at), path.slice(at)];
  const letter = path
    .charCodeAt(at - 1)
    .toString(16)
    .padStart(2, '0');
  return dice.pick([
    () => `${path}/`,
    () => `${path}/.`,
    () => `/${path}`,
    () => `${path.slice(0, slash)}/${path.slice(slash)}`,
    () => `${path.slice(0, slash)}/${dice.pick(SEGMENTS)}${path.slice(slash)}`,
    () => `/x/..${path}`,
    () => `/.${path}`,
    () => `${path}/x/..`,
    () => `${before}${dice.pick(SEGMENTS)}${after}`,
    () => `${path.slice(0, at - 1)}%${dice.pick([letter, letter.toUpperCase()])}${after}`,
    () => path.toUpperCase(),
    () => before + after.charAt(0).toUpperCase() + after.slice(1),
    () => path.replace(/vi1|li1|pl1|pr1/, (id) => id + 'a'.repeat(dice.pick([61, 62, 500, 4_000]))),
    () => path.replace(/vi1|li1|pl1/, dice.pick(['-', '_', '0', 'vi1.json', 'vi1~', 'vi%31', 'VI1', 'vi1;'])),
    () => `${path}${'/a'.repeat(dice.pick([1, 50, 1_000]))}`,
    () => `${path}#x`,
  ])();
}
