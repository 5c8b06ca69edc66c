import { parsePlayback, type Playback } from '../core/wire/playback.ts';
import { readList, readRecord } from '../core/wire/read-json.ts';
import {
  expect,
  expectAll,
  expectRefusal,
  expectStatus,
  faultOf,
  type Check,
  type CheckContext,
  type Expectation,
} from './check.ts';
import type { SiteResponse } from './site.ts';

const FIELDS = [
  ...['kind', 'id', 'state', 'title', 'hls', 'mp4', 'poster', 'duration'],
  ...['playlists', 'captions', 'chapters', 'storyboard', 'theme', 'collector', 'issuedAt', 'expiresAt'],
];
/** Longest that a browser may keep a playback, in seconds. */
const MAX_AGE_SECONDS = 300;
const MISSING_ID = 'viConformanceNobody0000x';

const video = (id = '') => `/playback/videos/${id}`;
const stream = (id = '') => `/playback/live-streams/${id}`;

/** Fails the check unless the answer is a playback of this video with no other fields than allowed. */
function expectPlayback(answer: SiteResponse, kind: Playback['kind'], id: string | undefined): Playback {
  expectStatus(answer, 200);
  const type = answer.header('content-type') ?? 'no type';
  const from = readRecord(answer.json);
  expect(from, 'the body is no JSON object');
  const odd = Object.keys(from).filter((name) => !FIELDS.includes(name));
  const missing = ['kind', 'id', 'state', ...LISTS].filter((name) => from[name] === undefined);
  const fault = missing.includes('id') ? undefined : faultOf(() => parsePlayback(from));
  expectAll(
    [type.startsWith('application/json'), `it is ${type} and not application/json`],
    [answer.header('x-content-type-options') === 'nosniff', 'x-content-type-options is not nosniff'],
    [odd.length === 0, `the body has fields that are not in the contract: ${odd.join(', ')}`],
    [missing.length === 0, `the body lacks the field ${missing.join(', ')}`],
    ...LISTS.map(
      (name) => [from[name] === undefined || Array.isArray(from[name]), `${name} is no array`] as const,
    ),
    [missing.includes('kind') || from['kind'] === kind, `kind is not ${kind}`],
    [missing.includes('id') || from['id'] === id, 'id is of another thing'],
    [missing.includes('state') || STATES.includes(from['state']), `state is none of ${STATES.join(', ')}`],
    [fault === undefined, fault ?? ''],
    ...ADDRESSES.map(
      (name) => [isAddressOrAbsent(from[name]), `${name} is not an absolute http address`] as const,
    ),
    ...['captions', 'chapters'].flatMap((name) =>
      readList(from[name]).map((track) => trackFault(name, track)),
    ),
  );
  return parsePlayback(from);
}

const LISTS = ['playlists', 'captions', 'chapters'];
const STATES: readonly unknown[] = ['playable', 'processing', 'failed'];
const ADDRESSES = ['hls', 'mp4', 'poster', 'storyboard', 'collector'];

function isAddressOrAbsent(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && isWebAddress(value));
}

/** A track has an address and three words; the player leaves out one that has not. */
function trackFault(name: string, track: unknown): Expectation {
  const from = readRecord(track) ?? {};
  const isText = (field: string) => typeof from[field] === 'string' && from[field] !== '';
  const missing = ['src', 'language', 'label'].filter((field) => !isText(field));
  if (typeof from['default'] !== 'boolean') missing.push('default');
  if (missing.length > 0) return [false, `an entry of ${name} lacks the field ${missing.join(', ')}`];
  return [isAddressOrAbsent(from['src']), `src in ${name} is not an absolute http address`];
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The checks of `GET /playback/…`. */
export const playbackChecks: readonly Check[] = [
  {
    title: 'a public video has a playback, for everybody',
    needs: 'videoId',
    run: async ({ site, subjects: { videoId } }) => {
      const playback = expectPlayback(await site.ask('GET', video(videoId)), 'video', videoId);
      expect(playback.state !== 'playable' || playback.hls !== undefined, 'it is playable and has no hls');
      for (const { text, url } of playback.playlists) {
        expect(text.startsWith('#EXTM3U') && isWebAddress(url), 'a playlist is none');
        const isWhole = text.includes('#EXT-X-STREAM-INF') || text.includes('#EXT-X-ENDLIST');
        expect(isWhole, 'a media playlist is carried along that is not complete');
      }
    },
  },
  {
    title: 'it has a tag, a short life, and is not sent twice',
    needs: 'videoId',
    run: async ({ site, subjects: { videoId } }) => {
      const first = await site.ask('GET', video(videoId));
      const policy = first.header('cache-control') ?? '';
      const age = Number(/max-age=(\d+)/.exec(policy)?.[1] ?? 0);
      expect(
        /no-cache|no-store|max-age/.test(policy) && age <= MAX_AGE_SECONDS,
        `cache-control says "${policy}"`,
      );
      const tag = first.header('etag');
      expect(tag !== undefined && /^(?:W\/)?"[^"]+"$/.test(tag), 'there is no etag');
      for (const given of [tag, `"other", W/${tag.replace(/^W\//, '')}`]) {
        const again = await site.ask('GET', video(videoId), { headers: { 'if-none-match': given } });
        expectStatus(again, 304);
        expect(again.text === '' && again.header('etag') !== undefined, 'a 304 has a body, or no etag');
      }
      const other = await site.ask('GET', video(videoId), { headers: { 'if-none-match': '"other"' } });
      expectStatus(other, 200);
    },
  },
  {
    title: 'what is not there is 404, kept by nobody',
    run: async ({ site }) => {
      expectRefusal(await site.ask('GET', video(MISSING_ID)), 404, 'not-found');
      expectRefusal(await site.ask('GET', stream(MISSING_ID)), 404, 'not-found');
    },
  },
  {
    title: 'a live stream has a playback, without its key and without media playlists',
    needs: 'liveStreamId',
    run: async ({ site, subjects: { liveStreamId } }) => {
      const playback = expectPlayback(
        await site.ask('GET', stream(liveStreamId)),
        'live-stream',
        liveStreamId,
      );
      expect(
        playback.playlists.every(({ text }) => text.includes('#EXT-X-STREAM-INF')),
        'a live playlist is carried along',
      );
    },
  },
  {
    title: 'a private video is to a stranger as if it were not there',
    needs: 'privateVideoId',
    run: async ({ site, subjects: { privateVideoId } }) => {
      const [hidden, none] = [
        await site.ask('GET', video(privateVideoId)),
        await site.ask('GET', video(MISSING_ID)),
      ];
      expectRefusal(hidden, 404, 'not-found');
      expect(hidden.text === none.text, 'the refusal differs from that of a video that is not there');
      expect(hidden.header('etag') === undefined, 'the refusal has an etag');
    },
  },
  {
    title:
      'a private video is to a page of another site as if it were not there, whatever cookie comes along',
    needs: 'privateVideoId',
    run: async ({ site, subjects: { privateVideoId } }) => {
      const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
      for (const headers of [
        { ...image, 'sec-fetch-site': 'cross-site' },
        { origin: 'https://foreign.invalid' },
      ]) {
        const answer = await site.ask('GET', video(privateVideoId), { headers, asVisitor: true });
        expectRefusal(answer, 404, 'not-found');
      }
    },
  },
  {
    title: 'a private video is another viewing each time, kept by nobody',
    needs: 'privateVideoId',
    run: tryViewings,
  },
];

async function tryViewings({ site, subjects: { privateVideoId } }: CheckContext): Promise<void> {
  const ask = () => site.ask('GET', video(privateVideoId), { asVisitor: true });
  const answers = await Promise.all([ask(), ask(), ask()]);
  const addresses = answers.map((answer) => {
    const { hls } = expectPlayback(answer, 'video', privateVideoId);
    const policy = answer.header('cache-control') ?? 'nothing';
    expect(policy.includes('no-store'), `cache-control says ${policy} and not no-store`);
    expect(answer.header('etag') === undefined, 'it has an etag');
    return hls;
  });
  expect(new Set(addresses).size === answers.length, 'two viewings have the same address');
}
