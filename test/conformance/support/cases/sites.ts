import type { CaseRequest, ConformanceCase, SiteConfig } from '../conformance-case.ts';
import { get, getAsMe, grant, KEY, OWN, upload } from './case-words.ts';

const EMBED = { assets: 'https://static.test/vh/' };

/** Configurations with a mistake in them. */
const BAD: Readonly<Record<string, SiteConfig>> = {
  'no address': { baseUrl: null },
  'an empty address': { baseUrl: '' },
  'an address of space': { baseUrl: '  ' },
  'an address that is none': { baseUrl: 'service' },
  'an address of a file': { baseUrl: 'file:///etc' },
  'an address in capitals': { baseUrl: 'HTTP://127.0.0.1:1' },
  'no key': { apiKey: null },
  'an empty key': { apiKey: '' },
  'a key of space': { apiKey: '   ' },
  'a key that is a placeholder': { apiKey: 'undefined' },
  'a key that is an example': { apiKey: 'your-api-key-here' },
  'a key that is a template': { apiKey: '{{ API_KEY }}' },
  'a key of percent signs': { apiKey: '%API_KEY%' },
  'a key that is nil': { apiKey: 'nil' },
  'a key of stars': { apiKey: '****' },
  'a key that is a header': { apiKey: 'Bearer abc' },
  'a key that is an address': { apiKey: 'https://service.test' },
  'a key with a line break inside': { apiKey: 'a\nb' },
  'a key with a line break behind': { apiKey: 'a-real-key\n' },
  'a key that is a number': { apiKey: 5 },
  'an empty secret': { claimSecrets: '' },
  'no secret': { claimSecrets: [] },
  'a list with an empty secret': { claimSecrets: ['one', ''] },
  'a list with no text': { claimSecrets: [5] },
  'a list with nothing': { claimSecrets: [null] },
  'an allowed origin with a path': { allowedOrigins: ['https://a.test/path'] },
  'an allowed origin that is a pattern': { allowedOrigins: ['https://*.test'] },
  'an allowed origin that is a host': { allowedOrigins: ['a.test'] },
  'an empty allowed origin': { allowedOrigins: [''] },
  'an allowed origin with a user': { allowedOrigins: ['https://me@a.test'] },
  'an allowed origin with a query': { allowedOrigins: ['https://a.test?x'] },
  'an allowed origin with a port that is none': { allowedOrigins: ['https://a.test:99999'] },
  'an own origin that is a path': { origin: '/vh' },
  'embed pages without a folder': { embed: {} },
  'embed pages with an empty folder': { embed: { assets: '' } },
  'embed pages with a folder of another type': { embed: { assets: 5 } },
  'an ancestor that is none': { embed: { ...EMBED, frameAncestors: ['https://a.test/x'] } },
  'an ancestor with a semicolon': { embed: { ...EMBED, frameAncestors: ["'self'; script-src *"] } },
};

const bad: ConformanceCase[] = Object.entries(BAD).map(([name, config]) => ({
  name: `a site with ${name}`,
  config,
  steps: [grant(upload()), get('/playback/videos/viReady1'), get('/players/pl1')],
}));

/** Answers of the site's own function, some of which are a mistake. */
const ANSWERS: readonly unknown[] = [
  ...[
    true,
    false,
    null,
    1,
    'yes',
    '',
    0,
    [],
    {},
    { ok: true },
    { title: 'By the site' },
    { title: null },
    { title: 5 },
  ],
  ...[
    { public: false },
    { public: 'no' },
    { tags: ['a'] },
    { tags: [5] },
    { tags: {} },
    { metadata: { a: 'b' } },
  ],
  ...[
    { metadata: { 0: 'a', 1: 'b' } },
    { metadata: { 5: 'a' } },
    { metadata: [{ key: 'a', value: 'b' }] },
    { metadata: [{ key: 'a' }] },
  ],
  ...[
    { metadata: {} },
    { metadata: [] },
    { metadata: null },
    { watermark: { id: 'w' } },
    { watermark: [] },
    { subject: '' },
    { subject: 'me' },
  ],
  ...[
    { subject: null },
    { videoId: 'viGiven' },
    { videoId: 'noGiven' },
    { videoId: '' },
    { protocol: 'tus' },
    { protocol: 'ftp' },
  ],
  ...[
    { playerId: 'pl1', panoramic: true, mp4Support: false, description: 'd' },
    { title: 'a', unknown: 1 },
  ],
];

const decisions: ConformanceCase[] = [
  ...ANSWERS.map((value): ConformanceCase => ({
    name: `authorize answers ${JSON.stringify(value)}`,
    config: { authorize: { kind: 'answer', value } },
    steps: [grant(upload()), getAsMe('/playback/videos/pr1'), getAsMe('/videos/pr1/status')],
  })),
  {
    name: 'authorize throws',
    config: { authorize: { kind: 'throw' } },
    steps: [grant(upload()), getAsMe('/playback/videos/pr1'), get('/embed/videos/pr1')],
  },
  { name: 'subject throws', config: { subject: { kind: 'throw' } }, steps: [grant(upload())] },
  ...[null, '', 'me', '0', 'é\u{1f600}'].map((value): ConformanceCase => ({
    name: `subject answers ${JSON.stringify(value)}`,
    config: { subject: { kind: 'answer', value } },
    steps: [
      grant(upload({ idempotencyKey: KEY })),
      grant(upload({ action: 'refresh', videoId: 'viMade2', claim: '{claim}' })),
      grant(upload({ idempotencyKey: KEY })),
    ],
  })),
];

const others: ConformanceCase[] = [
  {
    name: 'one upload, its renewal and its end',
    steps: [
      grant(upload({ idempotencyKey: KEY, metadata: { a: 'b' } })),
      grant(upload({ idempotencyKey: KEY })),
      grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' })),
      grant(upload({ action: 'discard', videoId: '{videoId}', claim: '{claim}' })),
      grant(upload({ videoId: 'viOther', claim: 'no-claim' })),
    ],
  },
  { name: 'tus', config: { protocol: 'tus' }, steps: [grant(upload()), grant(upload())] },
  { name: 'no authorize', config: { authorize: { kind: 'answer', value: null } }, steps: [grant(upload())] },
  {
    name: 'addresses for browsers',
    config: {
      publicUrl: 'https://video.test/api/',
      assetUrl: 'https://assets.test',
      collectorUrl: 'https://events.test/c',
    },
    steps: [
      get('/playback/videos/viReady1'),
      grant(upload()),
      get('/live-streams/li1'),
      get('/videos/viReady1/captions'),
      get('/players/pl1'),
    ],
  },
  {
    name: 'a site whose session sets a cookie',
    config: { addsCookie: true },
    steps: [get('/playback/videos/viReady1'), get('/players/pl1')],
  },
  {
    name: 'a list that the site opens',
    config: { lists: ['videos'], authorize: { kind: 'answer', value: true } },
    steps: [get('/videos')],
  },
  {
    name: 'changes of captions',
    steps: [{ ...grant({ action: 'delete', language: 'de' }), target: '/vh/videos/viReady1/captions' }],
  },
  {
    name: 'a mount point of two words',
    config: { basePath: 'api//vh/' },
    steps: [{ target: '/api/vh/players/pl1' }, { target: '/vh/players/pl1' }],
  },
  {
    name: 'the root as the mount point',
    config: { basePath: '/' },
    steps: [{ target: '/players/pl1' }, { target: '/vh/players/pl1' }],
  },
  {
    name: 'an own origin in capitals',
    config: { origin: 'HTTPS://Site.TEST:443' },
    steps: [grant(upload(), { origin: 'https://site.test' }), grant(upload())],
  },
  {
    name: 'a key that a function reads',
    config: { apiKey: { kind: 'file' } },
    before: { file: 'key-one\n' },
    steps: [
      grant(upload()),
      { change: { file: 'key-two' } },
      // The claim of the former key counts: an upload continues while a key is changed.
      grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' })),
      { change: { file: '' } },
      grant(upload()),
    ],
  },
  {
    name: 'a key that a function does not have',
    config: { apiKey: { kind: 'answer', value: null } },
    steps: [grant(upload()), get('/players/pl1')],
  },
  {
    name: 'a key whose function throws',
    config: { apiKey: { kind: 'throw' } },
    steps: [grant(upload()), get('/players/pl1')],
  },
];

const followed = {
  'cookie': 'user=me',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const PAGES: readonly CaseRequest[] = [
  get('/embed/videos/viReady1'),
  get('/embed/videos/vi1?start=5&hideTitle=1&hidePoster'),
  get('/embed/videos/viReady1?consent=1&lang=he'),
  get('/embed/videos/viReady1?hideTitle=1&hideTitle=0'),
  get('/embed/live-streams/li1', { 'accept-language': 'xx, de-CH;q=0.8' }),
  get('/embed/videos/no1', { 'accept-language': 'fr' }),
  get('/embed/videos/pr1'),
  get('/embed/videos/prReady1', { cookie: 'user=me' }),
  get('/embed/videos/prReady1', followed),
  get('/embed/videos/prReady1', { ...followed, 'sec-fetch-dest': 'iframe' }),
  get('/embed/videos/prReady1', { ...followed, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
  get('/embed/videos/prReady1', { ...followed, cookie: '' }),
  get('/embed/videos/prReady1', { ...followed, origin: 'https://foreign.test' }),
  get('/embed/videos/prReady1/playback', followed),
  get('/embed/videos/prReady1/playback', { ...followed, 'x-vh-request': '1' }),
  get('/embed/videos/prReady1/playback', { 'cookie': 'user=me', 'x-vh-request': '1' }),
  get('/embed/videos/viReady1/playback'),
  get('/embed/videos/viReady1/playback', { origin: 'null' }),
  get('/embed/videos/viReady1?expires=1&signature=x'),
  get(`/embed/videos/pr1?expires=${'9'.repeat(12)}&signature=${'a'.repeat(43)}`),
  get('/embed/vod/vi1'),
];

const about = (page: string, more = '') => get(`/oembed?url=${encodeURIComponent(page)}${more}`);
const OEMBED: readonly CaseRequest[] = [
  about(`${OWN}/vh/embed/videos/viReady1`),
  about(`${OWN}/vh/embed/videos/viReady1?muted=1&token=x&start=1%202#t=5`, '&maxwidth=320'),
  about(`${OWN}/vh/embed/videos/viReady1?a=b&a=c`, '&maxheight=100&maxheight=5'),
  about(`${OWN}:80/vh/embed/videos/viReady1`),
  about(`${OWN.toUpperCase()}/vh/embed/videos/viReady1`),
  about(`${OWN}/vh/embed/videos/pr1`),
  about(`${OWN}/vh/embed/videos/no1`),
  about(`${OWN}/vh/embed/videos/viReady1/playback`),
  about(`${OWN}/vh/embed/videos/%76iReady1`),
  about(`${OWN}/vh/../vh/embed/videos/viReady1`),
  about('https://foreign.test/vh/embed/videos/viReady1'),
  ...[
    '',
    'x',
    'javascript:1',
    'http://',
    'http:///',
    'http://[x',
    'http://[1:2]/',
    'http://a b/',
    'http://a:99999/',
    'http://a:x/',
    '//site.test/vh',
    'http:site.test',
    'http://%/',
    'http://\u00e9.test/',
  ].map((page) => about(page)),
  about(`${OWN}/${'a'.repeat(2_048 - OWN.length - 1)}`),
  about(`${OWN}/${'a'.repeat(2_048 - OWN.length)}`),
  about(`${OWN}/${'a'.repeat(8_192)}`),
  about(`${OWN}/vh/embed/videos/viReady1`, '&format=xml'),
  about(`${OWN}/vh/embed/videos/viReady1`, '&format=json&format=xml'),
  about(`${OWN}/vh/embed/videos/viReady1`, '&format='),
  get('/oembed'),
  get('/oembed?url=a&url=b'),
];

const embeds: ConformanceCase[] = [
  { name: 'embed pages', config: { embed: EMBED }, steps: PAGES },
  { name: 'oEmbed', config: { embed: EMBED }, steps: OEMBED },
  {
    name: 'embed pages for some sites',
    config: {
      embed: {
        ...EMBED,
        frameAncestors: ['https://a.test', '*.b.test'],
        allowedOrigins: ['https://a.test', 'https://B.test:443/'],
      },
    },
    steps: [get('/embed/videos/viReady1'), get('/embed/videos/no1')],
  },
  {
    name: 'embed pages for nobody',
    config: {
      embed: {
        ...EMBED,
        frameAncestors: [],
        allowedOrigins: [],
        consent: true,
        mediaOrigins: ['https://media.test/x'],
        provider: { name: 'A & B' },
      },
    },
    steps: [get('/embed/videos/viReady1'), about(`${OWN}/vh/embed/videos/viReady1`)],
  },
  {
    name: 'embed pages of an own folder',
    config: { embed: { assets: '/static;x' } },
    steps: [get('/embed/videos/viReady1')],
  },
  {
    name: 'embed pages whose owner lets nobody drive them',
    config: { embed: EMBED },
    before: {
      faults: [
        {
          on: 'GET /players/',
          status: 200,
          body: { playerId: 'pl', enableApi: false, backgroundTop: 'rgba(0, 0, 0, .5)' },
        },
      ],
    },
    steps: [get('/embed/videos/viReady1'), get('/embed/videos/viReady1/playback')],
  },
];

export const SITE_CASES: readonly ConformanceCase[] = [...bad, ...decisions, ...others, ...embeds];
