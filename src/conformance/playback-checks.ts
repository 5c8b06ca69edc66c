import { parsePlayback, type Playback } from '../core/playback.ts';
import { readRecord } from '../core/read-json.ts';
import { hold, holdRefusal, holdStatus, type Check, type Trial } from './check.ts';
import type { Answer } from './site.ts';

const FIELDS = [
  ...['kind', 'id', 'state', 'title', 'hls', 'mp4', 'poster', 'duration'],
  ...['playlists', 'captions', 'chapters', 'storyboard', 'theme', 'collector'],
];
/** Longest that a browser may keep a playback, in seconds. */
const LONGEST = 300;
const NOBODY = 'viConformanceNobody0000x';

const video = (id = '') => `/playback/videos/${id}`;
const stream = (id = '') => `/playback/live-streams/${id}`;

/** Goes on only where an answer is a playback of this thing with no more in it than there may be. */
function holdPlayback(answer: Answer, kind: Playback['kind'], id: string | undefined): Playback {
  holdStatus(answer, 200);
  const type = answer.header('content-type') ?? 'no type';
  hold(type.startsWith('application/json'), `it is ${type} and not application/json`);
  hold(answer.header('x-content-type-options') === 'nosniff', 'x-content-type-options is not nosniff');
  const from = readRecord(answer.json);
  hold(from, 'the body is no JSON object');
  const odd = Object.keys(from).filter((name) => !FIELDS.includes(name));
  hold(odd.length === 0, `the body has fields that are not in the contract: ${odd.join(', ')}`);
  hold(from['kind'] === kind && from['id'] === id, 'kind or id is of another thing');
  for (const name of ['playlists', 'captions', 'chapters']) {
    hold(Array.isArray(from[name]), `${name} is no array`);
  }
  const playback = parsePlayback(from);
  hold(from['state'] === playback.state, 'state is none of playable, processing, failed');
  const { hls, mp4, poster, storyboard, collector } = playback;
  const sources = [...playback.captions, ...playback.chapters].map(({ src }) => src);
  for (const url of [hls, mp4, poster, storyboard, collector, ...sources]) {
    hold(url === undefined || isWebAddress(url), 'an address is not an absolute http address');
  }
  return playback;
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The checks of `GET /playback/…`. */
export const playbackChecks: readonly Check[] = [
  {
    says: 'a public video has a playback, for everybody',
    needs: 'videoId',
    run: async ({ site, subjects: { videoId } }) => {
      const playback = holdPlayback(await site.ask('GET', video(videoId)), 'video', videoId);
      hold(playback.state !== 'playable' || playback.hls !== undefined, 'it is playable and has no hls');
      for (const { text, url } of playback.playlists) {
        hold(text.startsWith('#EXTM3U') && isWebAddress(url), 'a playlist is none');
        const isWhole = text.includes('#EXT-X-STREAM-INF') || text.includes('#EXT-X-ENDLIST');
        hold(isWhole, 'a media playlist is carried along that is not complete');
      }
    },
  },
  {
    says: 'it has a tag, a short life, and is not sent twice',
    needs: 'videoId',
    run: async ({ site, subjects: { videoId } }) => {
      const first = await site.ask('GET', video(videoId));
      const policy = first.header('cache-control') ?? '';
      const age = Number(/max-age=(\d+)/.exec(policy)?.[1] ?? 0);
      hold(/no-cache|no-store|max-age/.test(policy) && age <= LONGEST, `cache-control says "${policy}"`);
      const tag = first.header('etag');
      hold(tag !== undefined && /^(?:W\/)?"[^"]+"$/.test(tag), 'there is no etag');
      for (const given of [tag, `"other", W/${tag.replace(/^W\//, '')}`]) {
        const again = await site.ask('GET', video(videoId), { headers: { 'if-none-match': given } });
        holdStatus(again, 304);
        hold(again.text === '' && again.header('etag') !== undefined, 'a 304 has a body, or no etag');
      }
      const other = await site.ask('GET', video(videoId), { headers: { 'if-none-match': '"other"' } });
      holdStatus(other, 200);
    },
  },
  {
    says: 'what is not there is 404, kept by nobody',
    run: async ({ site }) => {
      holdRefusal(await site.ask('GET', video(NOBODY)), 404, 'not-found');
      holdRefusal(await site.ask('GET', stream(NOBODY)), 404, 'not-found');
    },
  },
  {
    says: 'a live stream has a playback, without its key and without media playlists',
    needs: 'liveStreamId',
    run: async ({ site, subjects: { liveStreamId } }) => {
      const playback = holdPlayback(await site.ask('GET', stream(liveStreamId)), 'live-stream', liveStreamId);
      hold(
        playback.playlists.every(({ text }) => text.includes('#EXT-X-STREAM-INF')),
        'a live playlist is carried along',
      );
    },
  },
  {
    says: 'a private video is to a stranger as if it were not there',
    needs: 'privateVideoId',
    run: async ({ site, subjects: { privateVideoId } }) => {
      const [hidden, none] = [
        await site.ask('GET', video(privateVideoId)),
        await site.ask('GET', video(NOBODY)),
      ];
      holdRefusal(hidden, 404, 'not-found');
      hold(hidden.text === none.text, 'the refusal differs from that of a video that is not there');
      hold(hidden.header('etag') === undefined, 'the refusal has an etag');
    },
  },
  {
    says: 'a private video is another viewing each time, kept by nobody',
    needs: 'privateVideoId',
    run: tryViewings,
  },
];

async function tryViewings({ site, subjects: { privateVideoId } }: Trial): Promise<void> {
  const ask = () => site.ask('GET', video(privateVideoId), { known: true });
  const answers = await Promise.all([ask(), ask(), ask()]);
  const addresses = answers.map((answer) => {
    const { hls } = holdPlayback(answer, 'video', privateVideoId);
    const policy = answer.header('cache-control') ?? 'nothing';
    hold(policy.includes('no-store'), `cache-control says ${policy} and not no-store`);
    hold(answer.header('etag') === undefined, 'it has an etag');
    return hls;
  });
  hold(new Set(addresses).size === answers.length, 'two viewings have the same address');
}
