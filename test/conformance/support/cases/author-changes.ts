import type { CaseRequest, ConformanceCase, SiteConfig } from '../conformance-case.ts';
import { getAsMe, grant, KEY, OWN, upload } from './case-words.ts';

/** The site says itself that the video is this visitor's. */
const NAMED: SiteConfig = { authorize: { kind: 'answer', value: { videoId: 'viReady1' } } };
/** A claim shows it. */
const CLAIMED: SiteConfig = { subject: { kind: 'answer', value: 'ann' } };

const change = (
  what: 'details' | 'poster',
  body: unknown,
  { id = 'viReady1', ...headers }: Readonly<Record<string, string>> = {},
): CaseRequest => ({ ...grant(body, headers), target: `/vh/videos/${id}/${what}` });

const ofGrant = { 'id': '{videoId}', 'x-vh-claim': '{claim}' };

/** Pictures by their first bytes; their rest is whatever it is. */
const picture = (...first: (number | string)[]): Buffer =>
  Buffer.concat(
    first.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.alloc(one, 7))),
  );
const JPEG = picture('\xff\xd8\xff\xe0', 40);
const PNG = picture('\x89PNG\r\n\x1a\n', 40);
const WEBP = picture('RIFF', 4, 'WEBP', 40);
const base64 = (bytes: Buffer) => bytes.toString('base64');

const DETAILS: readonly unknown[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"a"',
    '{}',
    '{"title":null}',
    '{"tags":null}',
    '{"fields":null}',
    '{"more":"a"}',
  ],
  ...[
    '{"title":"A","title":"B"}',
    '\ufeff{"title":"A"}',
    '{"title":"A"}x',
    '{"fields":{"__proto__":"a","0":"b"}}',
  ],
  ...['', ' ', '\t', '\u00a0\ufeff', 'A', ' A ', 'A\nB\r\n\u2028C', '<img src=x onerror=alert(1)>'].map(
    (title) => ({ title }),
  ),
  ...[
    5,
    true,
    ['A'],
    {},
    'a'.repeat(255),
    'a'.repeat(256),
    '\u{1f600}'.repeat(127),
    '\u{1f600}'.repeat(128),
  ].map((title) => ({ title })),
  ...['', ' a\r\nb\rc\td\u0000\u0085\u007f ', '\u202e', 'a'.repeat(10_000), 'a'.repeat(10_001), 5].map(
    (description) => ({
      description,
    }),
  ),
  ...[
    [],
    ['a', ' b ', 'a'],
    ['a', ''],
    ['a', '\n'],
    ['a', 5],
    'a',
    {},
    ['a'.repeat(255)],
    ['a'.repeat(256)],
    Array.from({ length: 50 }, (_, at) => String(at)),
    Array.from({ length: 51 }, (_, at) => String(at)),
  ].map((tags) => ({ tags })),
  ...[
    {},
    [],
    'a',
    { a: 5 },
    { '': 'b' },
    { constructor: 'b' },
    { ['k'.repeat(64)]: 'a'.repeat(10_000) },
    { ['k'.repeat(65)]: 'b' },
    { a: 'b'.repeat(10_001) },
    Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`k${String(at)}`, ''])),
    Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${String(at)}`, ''])),
  ].map((fields) => ({ fields })),
  { title: 'A', description: 'B', tags: ['c'], fields: { d: 'e' }, public: false, playerId: 'plEvil' },
  '{"title":"half \\ud800 a character"}',
  { title: 'A', more: 'a'.repeat(150_000) },
  { title: 'A', more: 'a'.repeat(170_000) },
  `{"title":"A","more":${'['.repeat(200)}${']'.repeat(200)}}`,
];

const POSTERS: readonly unknown[] = [
  ...['', '{', 'null', '[]', '"a"', '{}', '{"image":null}', '{"image":5}', '{"image":[]}', '{"image":""}'],
  ...[JPEG, PNG, WEBP, Buffer.alloc(1), picture('\xff\xd8'), picture('RIFF', 4, 'AVI ', 40)].map((bytes) => ({
    image: base64(bytes),
  })),
  ...[
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '\x00\x00\x00\x18ftypavif',
  ].map((text) => ({
    image: base64(picture(text, 20)),
  })),
  ...[
    base64(JPEG).replace(/=+$/, ''),
    `${base64(JPEG)}=`,
    `  ${base64(PNG).replaceAll(/(.{8})/g, '$1\n')}\t`,
    `${base64(PNG)}\u000b`,
    `data:image/png;base64,${base64(PNG)}`,
    base64(PNG).replace('A', '-'),
    '====',
    '/9j',
    '/9j/4',
  ].map((image) => ({ image })),
  { image: base64(picture('\xff\xd8\xff', 4 * 2 ** 20 - 3)) },
  { image: base64(picture('\xff\xd8\xff', 4 * 2 ** 20 - 2)) },
  { image: base64(JPEG), more: 'a'.repeat(6 * 2 ** 20) },
];

const shortOf = (body: unknown): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.replaceAll(/[^\x20-\x7e]/g, '.').slice(0, 60);
};

const bodies = (['details', 'poster'] as const).flatMap((what) =>
  (what === 'details' ? DETAILS : POSTERS).map((body, at): ConformanceCase => ({
    name: `body ${String(at + 1)} of a change of ${what}, ${shortOf(body)}`,
    config: NAMED,
    steps: [change(what, body)],
  })),
);

const DETAILS_OF_ANN = { title: 'Harbour', tags: ['sea'], fields: { course: 'biology' } };
const ANSWERS: readonly unknown[] = [
  ...[true, false, null, {}, 'viReady1', { ok: true }, { title: 'Theirs' }, { videoId: '' }, { subject: '' }],
  ...[
    { videoId: 'viReady2' },
    { videoId: 'viReady1', subject: 'ann' },
    { videoId: 'viReady1', public: false },
  ],
  { videoId: 'viReady1', title: 'Ours', tags: [], panoramic: true, mp4Support: false, playerId: 'pl1' },
  { videoId: 'viReady1', description: null, watermark: { id: 'wm1' }, protocol: 'tus' },
  { videoId: 'viReady1', metadata: { course: 'biology', owner: 'ann' } },
  { videoId: 'viReady1', metadata: [{ key: 'course', value: 'one' }] },
  { videoId: 'viReady1', metadata: { 0: 'a' } },
];

const rules: ConformanceCase[] = ANSWERS.flatMap((value) =>
  (['details', 'poster'] as const).map((what): ConformanceCase => ({
    name: `a change of ${what} that the site answers with ${JSON.stringify(value)}`,
    config: { authorize: { kind: 'answer', value } },
    steps: [change(what, what === 'details' ? DETAILS_OF_ANN : { image: base64(PNG) })],
  })),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  ...[{ origin: 'https://foreign.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }],
  ...[{ 'content-type': 'text/plain' }, { 'x-vh-request': '0' }, { 'x-vh-claim': 'a'.repeat(257) }],
];

/** What an author changes of their own video: details and picture. */
export const AUTHOR_CASES: readonly ConformanceCase[] = [
  ...bodies,
  ...rules,
  ...(['details', 'poster'] as const).flatMap((what): ConformanceCase[] => {
    const body = what === 'details' ? DETAILS_OF_ANN : { image: base64(JPEG) };
    return [
      {
        name: `each method at the ${what} of a video`,
        steps: METHODS.flatMap((method) =>
          [OWN, 'https://foreign.test'].map((origin) => ({
            ...{ method, target: `/vh/videos/viReady1/${what}`, headers: { origin } },
          })),
        ),
      },
      {
        name: `a preflight of a listed origin for the ${what}`,
        config: { allowedOrigins: ['https://app.test'] },
        steps: [
          { ...change(what, undefined, { origin: 'https://app.test' }), method: 'OPTIONS' },
          change(what, body, { 'origin': 'https://app.test', 'sec-fetch-site': 'cross-site' }),
        ],
      },
      {
        name: `a foreign change of the ${what}`,
        config: NAMED,
        steps: FOREIGN.map((headers) => change(what, body, headers)),
      },
      {
        name: `the ${what} of a video that is not there`,
        config: { authorize: { kind: 'answer', value: { videoId: 'no1' } } },
        steps: [change(what, body, { id: 'no1' }), change(what, body, { id: 'no1' })],
      },
      {
        name: `the ${what} of a video that was thrown away`,
        config: { authorize: { kind: 'answer', value: { videoId: 'di1' } } },
        steps: [change(what, body, { id: 'di1' })],
        statuses: [404],
      },
      {
        name: `the author's own ${what}, by a claim`,
        config: CLAIMED,
        steps: [grant(upload({ idempotencyKey: KEY })), change(what, body, ofGrant)],
        statuses: [201, 200],
      },
      {
        name: `the ${what} of another's video, by a claim for one's own`,
        config: CLAIMED,
        steps: [
          grant(upload({ idempotencyKey: KEY })),
          change(what, body, { 'x-vh-claim': '{claim}' }),
          change(what, body),
          change(what, body, { 'x-vh-claim': '' }),
          change(what, body, { 'x-vh-claim': '99999999999.aaaa' }),
          change(what, body, { cookie: 'user=other' }),
        ],
        statuses: [201, 403, 403, 403, 403, 403],
      },
      {
        name: `the ${what} by a claim, without a subject`,
        steps: [grant(upload({ idempotencyKey: KEY })), change(what, body, ofGrant)],
        statuses: [201, 403],
      },
      {
        name: `a site that fails, asked about the ${what}`,
        config: { authorize: { kind: 'throw' } },
        steps: [change(what, body)],
        statuses: [500],
      },
      {
        name: `the ${what} that the service refuses, loses or answers late`,
        config: NAMED,
        steps: [400, 404, 409, 422, 500].flatMap((status) => [
          {
            change: {
              faults: [
                { on: what === 'details' ? 'PATCH' : 'POST /videos/viReady1/thumbnail', status, body: {} },
              ],
            },
          },
          change(what, body),
        ]),
      },
      {
        name: `the playback after a change of the ${what}`,
        config: { ...CLAIMED, ...NAMED },
        steps: [
          getAsMe('/playback/videos/viReady1'),
          getAsMe('/playback/videos/viReady1'),
          change(what, body),
          getAsMe('/playback/videos/viReady1'),
        ],
      },
    ];
  }),
];
