import type { CaseRequest, ConformanceCase, ServiceFault } from '../conformance-case.ts';
import { get, getAsMe, grant, KEY, upload } from './case-words.ts';

type Fault = Omit<ServiceFault, 'on'>;
const inTime = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Answers of a service in place of the usual one. */
const FAULTS: Readonly<Record<string, Fault>> = {
  '400': { status: 400, body: { type: 'x/invalid-attribute' } },
  '401 once': { status: 401, times: 1 },
  '401': { status: 401 },
  '403': { status: 403 },
  '404': { status: 404 },
  '429': { status: 429 },
  '429 for a minute': { status: 429, headers: { 'retry-after': '60' } },
  '429 for two hours': { status: 429, headers: { 'retry-after': '7200' } },
  '429 until a time': { status: 429, headers: { 'retry-after': inTime(100) } },
  '429 until a time of tomorrow': { status: 429, headers: { 'retry-after': inTime(86_400) } },
  '429 with nonsense': { status: 429, headers: { 'retry-after': 'soon', 'x-ratelimit-retry-after': '60' } },
  '500': { status: 500 },
  '500 once': { status: 500, times: 1 },
  '503 for a minute': { status: 503, headers: { 'retry-after': '60' } },
  'a redirect': { status: 302, headers: { location: '/elsewhere' } },
  'no answer': { status: 0, isCut: true },
  'no JSON': { status: 200, body: '<html>' },
  'an empty answer': { status: 200, body: '' },
  'an empty list': { status: 200, body: [] },
  'null': { status: 200, body: 'null' },
  'half a character': { status: 200, body: '{"title":"a\\ud800"}' },
  'a mark of the order of bytes': { status: 200, body: '\ufeff{}' },
};

const ON: Readonly<Record<string, readonly CaseRequest[]>> = {
  'POST /auth/api-key': [grant(upload()), get('/players/pl1')],
  'POST /upload-tokens': [grant(upload({ idempotencyKey: KEY })), grant(upload({ idempotencyKey: KEY }))],
  'POST /videos': [grant(upload({ idempotencyKey: KEY })), grant(upload({ idempotencyKey: KEY }))],
  'GET /videos/viReady1': [get('/playback/videos/viReady1'), get('/videos/viReady1/status')],
  'GET /videos/viReady1/status': [get('/playback/videos/viReady1'), get('/videos/viReady1/status')],
  'GET /videos/viReady1/captions': [get('/playback/videos/viReady1'), get('/videos/viReady1/captions')],
  'GET /players/': [get('/playback/videos/viReady1'), get('/players/pl1')],
  'GET /vod/prReady1/token/one-time/session': [getAsMe('/playback/videos/prReady1')],
  'GET /vod/viReady1/hls/manifest.m3u8': [get('/playback/videos/viReady1')],
};

const single: ConformanceCase[] = Object.entries(ON).flatMap(([on, steps]) =>
  Object.entries(FAULTS).map(([name, fault]): ConformanceCase => ({
    name: `${on} is answered with ${name}`,
    before: { faults: [{ on, ...fault }] },
    steps,
  })),
);

/** Tokens that are bound to a video: the service says so in each answer. */
const bound = (videoId: string | null, times?: number): ServiceFault => ({
  ...{
    on: 'POST /upload-tokens',
    status: 201,
    body: { token: 'toBound', videoId, expiresAt: '2030-01-01T00:00:00Z' },
  },
  ...(times !== undefined && { times }),
});

const tokens: ConformanceCase[] = [
  {
    name: 'a service that binds tokens',
    before: { faults: [bound(null, 1), bound('viMade1')] },
    steps: [grant(upload({ idempotencyKey: KEY })), grant(upload({ idempotencyKey: KEY })), grant(upload())],
  },
  ...['404', '500', 'no answer', '429'].flatMap((name): ConformanceCase[] => {
    const fault = { on: 'POST /upload-tokens', ...(FAULTS[name] ?? { status: 500 }) };
    return [
      {
        name: `the first bound token of a new video is answered with ${name}`,
        before: { faults: [bound(null, 1), { ...fault, times: 1 }, bound('viMade1')] },
        steps: [grant(upload({ idempotencyKey: KEY })), grant(upload({ idempotencyKey: KEY }))],
      },
      {
        name: `a bound token of a new video is answered with ${name}`,
        before: { faults: [bound(null, 1), bound('viMade1', 1)] },
        steps: [
          grant(upload()),
          { change: { faults: [{ ...fault, times: 1 }, bound('viMade2')] } },
          grant(upload({ idempotencyKey: KEY })),
          grant(upload({ idempotencyKey: KEY })),
        ],
      },
    ];
  }),
  {
    name: 'a renewal whose old token cannot be deleted',
    steps: [
      grant(upload({ idempotencyKey: KEY })),
      { change: { faults: [{ on: 'DELETE /upload-tokens', status: 500 }] } },
      grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' })),
    ],
  },
  {
    name: 'an upload whose video is gone',
    steps: [
      grant(upload({ idempotencyKey: KEY })),
      { change: { faults: [{ on: 'GET /videos/viMade', status: 404 }] } },
      grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' })),
      grant(upload({ idempotencyKey: KEY })),
    ],
  },
  {
    name: 'a discarded video that is empty, has bytes, or is gone',
    steps: [
      grant(upload()),
      grant(upload({ action: 'discard', videoId: '{videoId}', claim: '{claim}' })),
      grant(upload()),
      {
        change: {
          faults: [
            {
              on: 'GET /videos/viMade4/status',
              status: 200,
              body: { encoding: {}, ingest: { status: 'uploading', receivedBytes: [{ from: 0, to: 1 }] } },
            },
          ],
        },
      },
      grant(upload({ action: 'discard', videoId: '{videoId}', claim: '{claim}' })),
    ],
  },
];

const stores: ConformanceCase[] = ['', 'POST /auth/api-key', 'POST /upload-tokens', 'POST /videos'].map(
  (storeFailsAfter) => ({
    name: storeFailsAfter === '' ? 'a store that is away' : `a store that goes away after ${storeFailsAfter}`,
    config: { hasStore: true },
    before: { storeFailsAfter },
    steps: [
      grant(upload({ idempotencyKey: KEY })),
      grant(upload()),
      get('/playback/videos/viReady1'),
      get('/players/pl1'),
    ],
  }),
);

const sharedStore: ConformanceCase = {
  name: 'one upload with a store',
  config: { hasStore: true },
  steps: [
    grant(upload({ idempotencyKey: KEY })),
    grant(upload({ idempotencyKey: KEY })),
    grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' })),
    grant(upload({ action: 'discard', videoId: '{videoId}', claim: '{claim}' })),
  ],
};

const twin = (request: CaseRequest): CaseRequest => ({ ...request, isOfTwin: true });

const servers: ConformanceCase[] = [
  {
    name: 'two servers with a store, one upload',
    config: { hasStore: true },
    steps: [
      grant(upload({ idempotencyKey: KEY })),
      twin(grant(upload({ idempotencyKey: KEY }))),
      twin(grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' }))),
    ],
  },
  {
    name: 'two servers with a store, one access token',
    config: { hasStore: true },
    steps: [get('/players/pl1'), twin(get('/players/pl2'))],
  },
  {
    name: 'two servers with a store, ids that nobody has',
    config: { hasStore: true },
    steps: Array.from({ length: 30 }, (_, at) => get(`/players/no${String(at)}`)).map((one, at) =>
      at < 19 ? one : twin(one),
    ),
  },
];

const rates: ConformanceCase[] = [
  ...[90, 15, 0].map((remaining): ConformanceCase => ({
    name: `${String(remaining)} of 100 requests are left`,
    before: {
      faults: [
        {
          ...{ on: 'GET /players/plFirst', status: 200, body: { playerId: 'plFirst' } },
          headers: { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(remaining) },
        },
      ],
    },
    steps: [get('/players/plFirst'), get('/players/pl2'), get('/playback/live-streams/li1'), grant(upload())],
  })),
  {
    name: 'a service that fails again and again',
    before: { faults: [{ on: 'GET ', status: 500 }] },
    steps: [1, 2, 3, 4, 5, 6, 7]
      .map((at) => get(`/players/pl${String(at)}`))
      .concat([get('/players/pl7'), grant(upload())]),
  },
  // Fewer than the limit: a place that is free again in between would come at another request for each language.
  {
    name: 'ids that nobody has',
    steps: Array.from({ length: 18 }, (_, at) => get(`/players/no${String(at)}`)),
  },
  {
    name: 'odd playlists',
    before: {
      faults: [
        {
          ...{ on: 'GET /vod/viReady1/hls/manifest.m3u8', status: 200 },
          body: [
            '#EXTM3U',
            '#EXT-X-STREAM-INF:A=1',
            'http://[x/a.m3u8',
            '#EXT-X-STREAM-INF:A=1',
            'http://a:99999/b.m3u8',
            '#EXT-X-STREAM-INF:A=1',
            '//[',
            '#EXT-X-STREAM-INF:A=1',
            'c.m3u8?x=1#y',
            '#EXT-X-STREAM-INF:A=1',
            '../d.m3u8',
            '#EXT-X-STREAM-INF:A=1',
            './e/./f.m3u8',
            '#EXT-X-STREAM-INF:A=1',
            'javascript:1',
            '#EXT-X-STREAM-INF:A=1',
            '?q',
            '#EXT-X-STREAM-INF:A=1',
            'c.m3u8?x=1#y',
            '',
          ].join('\n'),
        },
      ],
    },
    steps: [get('/playback/videos/viReady1')],
  },
  {
    name: 'odd addresses of media',
    before: {
      faults: [
        {
          ...{ on: 'GET /videos/viOdd', status: 200 },
          body: {
            ...{ videoId: 'viOdd', title: 5, public: 'yes' },
            assets: { hls: 'http://[x', mp4: 'http://a:99999/', thumbnail: 'HTTP://Host/a b', iframe: 5 },
          },
          times: 1,
        },
      ],
    },
    steps: [get('/playback/videos/viOdd'), getAsMe('/playback/videos/viOdd')],
  },
];

export const FAULT_CASES: readonly ConformanceCase[] = [
  ...single,
  ...tokens,
  ...stores,
  sharedStore,
  ...servers,
  ...rates,
];
