import type { ConformanceCase } from '../conformance-case.ts';
import { get, getAsMe, grant, upload } from './case-words.ts';

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

/** Bodies of grants, and reads with their queries. */
export const BODY_AND_READ_CASES: readonly ConformanceCase[] = [...bodies, ...queries, ...playbacks];
