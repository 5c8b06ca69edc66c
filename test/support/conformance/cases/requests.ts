import type { ConformanceCase, CaseRequest } from '../conformance-case.ts';
import { get, getAsMe, grant, OWN, upload } from './case-words.ts';

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

/** Each method at each path, of the site's own page and of a page of nobody. */
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

const file = (more: object): object => ({ file: { name: 'a.mp4', size: 5, type: '', ...more } });
const BODIES: readonly unknown[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"a"',
    '5',
    '{}',
    '{"file":null}',
    '{"file":[]}',
    '{"file":{"name":"a","size":5},"file":{}}',
  ],
  ...[
    '\ufeff{"file":{"name":"a","size":5}}',
    '{"file":{"name":"a","size":5}} ',
    '{"file":{"name":"a","size":5}}x',
  ],
  ...[
    '{"file":{"name":"a","size":NaN}}',
    '{"file":{"name":"a","size":Infinity}}',
    '{"file":{"name":"a","size":1e3}}',
  ],
  ...[
    '{"file":{"name":"a","size":1.5}}',
    '{"file":{"name":"a","size":5.0}}',
    '{"file":{"name":"a","size":9007199254740992}}',
  ],
  ...[
    '{"file":{"name":"a","size":1e400}}',
    '{"file":{"name":"a","size":-0}}',
    '{"file":{"name":"a\\ud800","size":5}}',
  ],
  ...[
    file({ size: '5' }),
    file({ size: -1 }),
    file({ size: true }),
    file({ size: null }),
    file({ size: 0 }),
    file({ name: 5 }),
  ],
  ...[
    file({ name: '' }),
    file({ name: 'a'.repeat(1024) }),
    file({ name: 'a'.repeat(1025) }),
    file({ type: 5 }),
    file({ type: 'a'.repeat(256) }),
  ],
  ...[
    upload({ action: 'upload' }),
    upload({ action: 'other' }),
    upload({ action: '' }),
    upload({ action: 5 }),
  ],
  ...[
    upload({ action: 'refresh' }),
    upload({ action: 'discard' }),
    upload({ action: 'refresh', videoId: 'vi1' }),
  ],
  ...[
    upload({ videoId: 'vi1' }),
    upload({ videoId: null }),
    upload({ videoId: '' }),
    upload({ videoId: 5 }),
    upload({ videoId: 'a b' }),
  ],
  ...[
    upload({ claim: null }),
    upload({ claim: '' }),
    upload({ claim: 5 }),
    upload({ claim: 'a'.repeat(257) }),
    upload({ claim: '\u00e9'.repeat(200) }),
  ],
  ...[
    upload({ idempotencyKey: 'short' }),
    upload({ idempotencyKey: 'a'.repeat(16) }),
    upload({ idempotencyKey: 5 }),
    upload({ idempotencyKey: null }),
  ],
  ...[
    upload({ metadata: {} }),
    upload({ metadata: [] }),
    upload({ metadata: { a: 'b' } }),
    upload({ metadata: { a: 5 } }),
    upload({ metadata: { '': 'b' } }),
  ],
  ...[
    upload({ metadata: null }),
    upload({ metadata: { ['k'.repeat(65)]: 'b' } }),
    upload({ metadata: { a: 'b'.repeat(1025) } }),
  ],
  ...[
    upload({ metadata: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${String(at)}`, ''])) }),
  ],
  ...[upload({ more: 'a'.repeat(16_384) }), upload({ unknown: 1 })],
  `{"file":{"name":"a","size":5},"more":${'['.repeat(200)}${']'.repeat(200)}}`,
];

const shortOf = (body: unknown): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.replaceAll(/[^\x20-\x7e]/g, '.').slice(0, 70);
};

const bodies: ConformanceCase[] = [
  ...BODIES.map((body, at): ConformanceCase => ({
    name: `body ${String(at + 1)} of a grant, ${shortOf(body)}`,
    steps: [grant(body)],
  })),
  {
    name: 'the title of a video',
    steps: [
      'a\u0600b',
      'a\u{110BD}b',
      'a\u{e0041}b',
      'a\u202eb',
      'a\u00adb',
      'a\u2028b',
      'a\u0085b',
      'a\u180eb',
      '\u{1f600}'.repeat(200),
      'x' + '\u{1f600}'.repeat(200),
      ' a ',
      '\u00a0a\u00a0',
      '\u3000a',
      '\ufeff',
      '',
      '\t',
      'e\u0301'.repeat(200),
      'a\u0890b',
      'a\u{13430}b',
      'a\u{1bca0}b',
      'a\u{1d173}b',
      'a\u061cb',
      'a\u06ddb',
      'a\u070fb',
      'a\u08e2b',
      '\u2003a\u2003',
    ].map((name) => grant({ file: { name, size: 5, type: '' } })),
  },
];

const QUERIES = [
  ...[
    'currentPage=1',
    'currentPage=2&pageSize=1',
    'currentPage=0',
    'currentPage=01',
    'currentPage=',
    'currentPage=a',
  ],
  ...[
    'pageSize=100',
    'pageSize=101',
    'pageSize=0',
    'pageSize=007',
    'pageSize=1.5',
    'currentPage=1000000',
    'currentPage=+1',
  ],
  ...[
    'currentPage=1&currentPage=x',
    'currentPage=x&currentPage=1',
    'currentPage[]=1',
    'currentPage[a]=1',
    'current%50age=2',
  ],
  ...[
    'sortOrder=desc',
    'sortOrder=DESC',
    'sortBy=title',
    'sortBy=createdAt',
    'sortOrder=asc&sortOrder=up',
    'other=1',
    '%=1',
    '&&',
    '=1',
  ],
  ...[
    'currentPage=%31',
    'currentPage=1%00',
    'current.Page=x',

    'pageSize=1;currentPage=2',
    'currentPage=\u0661',
  ],
];

const queries: ConformanceCase[] = [
  { name: 'pages of captions', steps: QUERIES.map((query) => get(`/videos/viReady1/captions?${query}`)) },
  {
    name: 'things as they are',
    steps: [
      ...[
        '/videos/viReady1/status',
        '/videos/vi1/status',
        '/videos/viReady1/captions',
        '/videos/viReady1/chapters',
      ],
      ...[
        '/live-streams/li1',
        '/live-streams/pr1',
        '/players/pl1',
        '/players/no1',
        '/videos/di1/status',
        '/videos/no1/captions',
      ],
    ].map((target) => get(target)),
  },
];

const TAGS = ['*', 'W/"other"', '"a", "b"', '', 'nonsense'];

const playbacks: ConformanceCase[] = [
  {
    name: 'playbacks as they are',
    steps: [
      'videos/viReady1',
      'videos/vi1',
      'live-streams/li1',
      'videos/di1',
      'videos/no1',
      'live-streams/no1',
    ].map((one) => get(`/playback/${one}`)),
  },
  {
    name: 'private playbacks',
    steps: [
      get('/playback/videos/prReady1'),
      getAsMe('/playback/videos/prReady1'),
      getAsMe('/playback/videos/prReady1'),
      getAsMe('/playback/videos/pr1', { 'sec-fetch-site': 'cross-site' }),
      getAsMe('/playback/videos/pr1', { 'sec-fetch-site': 'none' }),
      getAsMe('/playback/live-streams/pr1'),
      getAsMe('/playback/videos/pr1', {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }),
    ],
  },
  {
    name: 'playbacks that a browser has',
    steps: [
      ...TAGS.map((tag) => get('/playback/videos/viReady1', { 'if-none-match': tag })),
      get('/playback/videos/viReady1', { 'cache-control': 'no-cache' }),
    ],
  },
];

export const REQUEST_CASES: readonly ConformanceCase[] = [
  ...routes,
  ...hostile,
  ...origins,
  ...bodies,
  ...queries,
  ...playbacks,
];
