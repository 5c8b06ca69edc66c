import type { ConformanceCase, CaseRequest } from '../conformance-case.ts';
import { get, grant, OWN, upload } from './case-words.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const PATHS = [
  ...['/vh/grants', '/vh/playback/videos/viReady1', '/vh/playback/live-streams/li1', '/vh/videos/vi1/status'],
  ...[
    '/vh/videos/viReady1/chapters',
    '/vh/live-streams/li1',
    '/vh/players/pl1',
    '/vh/videos/vi1',
    '/vh/videos',
  ],
  ...['/vh/live-streams', '/vh/embed/videos/vi1', '/vh/oembed', '/vh/', '/vh', '/', '/elsewhere'],
];

/** Each method at each path, of the site's own page and of a foreign one. */
const routes: ConformanceCase[] = PATHS.map((target) => ({
  name: `each method at ${target}`,
  steps: METHODS.flatMap((method): CaseRequest[] => [
    { method, target, headers: { origin: OWN } },
    { method, target, headers: { origin: 'https://foreign.test' } },
  ]),
}));

const TARGETS = [
  ...[
    '/vh//grants',
    '/vh/./grants',
    '/vh/x/../grants',
    '/vh/%67rants',
    '/VH/grants',
    '/vh/grants/',
    '/vh/grants//',
  ],
  ...['/vh/videos/vi%31/status', '/vh/videos/vi1/status/', '/vh/videos/vi1/STATUS', '/vh/videos//status'],
  ...[
    '/vh/videos/vi1/status?',
    '/vh/videos/vi1/status?x=%',
    '/vh/videos/vi1/status?x=%ff',
    '/vh/videos/vi1/status?a=b?c',
  ],
  ...[
    '/vh/videos/../players/pl1',
    '/vh/playback/videos/vi1/more',
    '/vh/playback/constructor/vi1',
    '/vh/constructor/vi1',
  ],
  ...[
    '/vh/players/__proto__',
    '/vh/videos/a.b/status',
    `/vh/players/${'a'.repeat(64)}`,
    `/vh/players/${'a'.repeat(65)}`,
  ],
  ...['//vh/players/pl1', '/vh\\players\\pl1', '/vh/players/pl1;x', 'http://site.test/vh/players/pl1', '*'],
  ...['/vh/players/pl1#fragment', '/vh/players/pl1|', '/vh/playback/videos/no1', '/vh/videos/no1/status'],
];

const HOSTS: readonly (readonly string[])[] = [
  ...[
    ['site.test:80'],
    ['SITE.test'],
    ['site.test.'],
    ['site.test:65536'],
    ['site.test:0'],
    ['site.test:'],
    ['[::1]'],
  ],
  ...[
    ['[1:2]'],
    ['[1:2]:80'],
    ['[::ffff:1.2.3.4]'],
    ['[fe80::1%eth0]'],
    ['1.2.3.4:8080'],
    ['256.1.1.1'],
    ['a..b'],
  ],
  ...[['-a.test'], ['a_b.test'], ['site.test/path'], ['me@site.test'], ['site.test?x'], ['site test'], ['']],
  ...[[], ['site.test', 'site.test'], ['site.test', 'other.test'], ['[::]'], ['[:::]'], ['[12345::]'], []],
  ...[['127.1'], ['a'.repeat(64) + '.test'], ['1.2.3.4.5'], ['xn--a.test'], ['0']],
];

const hostile: ConformanceCase[] = [
  { name: 'targets that are odd', steps: TARGETS.map((target) => ({ target })) },
  { name: 'hosts that are odd', steps: HOSTS.map((hosts) => ({ hosts, target: '/vh/players/pl1' })) },
  ...[...HOSTS.map(([host = '']) => host), 'one.test, two.test', ' site.test ', 'WWW.site.test:443'].map(
    (host, at): ConformanceCase => ({
      name: `host ${String(at + 1)} that a proxy says, ${host.slice(0, 40)}`,
      config: { trustProxy: true },
      steps: [
        grant(upload(), {
          'x-forwarded-host': host,
          'x-forwarded-proto': 'https',
          'origin': `https://${host.trim().toLowerCase().replace(/:443$/, '')}`,
        }),
      ],
    }),
  ),
  {
    name: 'lengths that are odd',
    isWithoutPhp: true,
    steps: ['5'.repeat(5000), '+2', '-2', '2, 2', '2_0', '0x2', ' 2 ', '2.0', '', '\u0662'].map(
      (length): CaseRequest => ({
        ...grant('{}'),
        rawHeaders: [`content-length: ${length}`],
      }),
    ),
  },
  {
    name: 'lengths that come twice',
    isWithoutPhp: true,
    steps: [
      { ...grant('{}'), rawHeaders: ['content-length: 2', 'content-length: 2'] },
      { ...grant('{}'), rawHeaders: ['content-length: 2', 'content-length: 30'] },
      {
        ...grant('{}GET /vh/players/pl1 HTTP/1.1\r\nhost: site.test\r\n\r\n'),
        rawHeaders: ['content-length: 2\rx: y'],
      },
      {
        ...grant('{}GET /vh/players/pl1 HTTP/1.1\r\nhost: site.test\r\n\r\n'),
        rawHeaders: ['content-length: 2', 'content-length: 0'],
      },
    ],
  },
];

const ORIGINS = [
  OWN,
  'http://SITE.test',
  'http://site.test:80',
  'https://site.test',
  'null',
  '',
  'http://site.test/',
  'https://listed.test',
  'http://listed.test',
];
const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'odd'];

const origins: ConformanceCase[] = [
  {
    name: 'grants to pages of each origin',
    config: { allowedOrigins: ['https://listed.test'] },
    steps: ORIGINS.flatMap((origin) =>
      SITES.map((site) => grant(upload(), { origin, ...(site !== undefined && { 'sec-fetch-site': site }) })),
    ),
  },
  {
    name: 'private reads by pages of each origin',
    config: { allowedOrigins: ['https://listed.test'] },
    steps: ORIGINS.flatMap((origin) =>
      SITES.map((site) =>
        get('/videos/pr1/status', {
          cookie: 'user=me',
          origin,
          ...(site !== undefined && { 'sec-fetch-site': site }),
        }),
      ),
    ),
  },
  {
    name: 'grants without what a page sends',
    steps: [
      ...[
        'text/plain',
        '',
        'application/json;charset=utf-8',
        'application/json; charset="utf-8"',
        'APPLICATION/JSON',
        'application/json; charset=latin1',
        'application/jsonx',
      ].map((type) => grant(upload(), { 'content-type': type })),
      ...['', '0', 'true', '1, 1', ' 1 '].map((value) => grant(upload(), { 'x-vh-request': value })),
      grant(upload(), { cookie: '' }),
      grant(upload(), { cookie: 'user=you' }),
    ],
  },
];

export const REQUEST_CASES: readonly ConformanceCase[] = [...routes, ...hostile, ...origins];
