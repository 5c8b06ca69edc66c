import fc from 'fast-check';
import type { Variant } from '../../../../src/playback/fast-start/read-playlists.ts';
import { few, lineEnd, type Meant } from '../../../support/grammar/grammar.ts';

/** Where the playlists are. */
export const BASE = 'https://media.example/film/main.m3u8?token=a';

interface Multivariant {
  variants: Variant[];
  needsAll: boolean;
  /** True when the stream has captions of its own, and asks for all only because of these. */
  hasCaptions: boolean;
}

/** A segment that is listed, with its number in the stream and its parts. */
export interface MeantSegment {
  number: number;
  url: string;
  start: number;
  seconds: number;
  parts: { url: string; start: number; end: number; isIndependent: boolean }[];
}

export interface MeantMedia {
  init: string;
  segments: MeantSegment[];
  duration: number;
}

const address = fc.constantFrom(
  ['low/index.m3u8', 'https://media.example/film/low/index.m3u8'],
  ['/v/2.m3u8?x=1', 'https://media.example/v/2.m3u8?x=1'],
  ['../3,a="b".m3u8', 'https://media.example/3,a=%22b%22.m3u8'],
  ['https://other.example/4.m3u8#x', 'https://other.example/4.m3u8#x'],
  ['a b.m3u8', 'https://media.example/film/a%20b.m3u8'],
);
/** Text in quotes that looks like attributes and tags. */
const quoted = fc.constantFrom('a', 'x,BANDWIDTH=1', '#EXTINF:1', 'AUDIO=no', 'é 漢', '');
/** Lines without a meaning for these readers. */
const noise = few(
  fc.constantFrom(
    '',
    '# a comment',
    '#EXT-X-FUTURE:BANDWIDTH=9,URI="no"',
    '#EXTM3U',
    '#EXTINFO:9',
    '#',
    '  ',
  ),
  2,
);
/** The order of attributes says nothing. */
const shuffled = (all: readonly string[], order: readonly number[]) =>
  all
    .map((text, at) => ({ text, key: order[at % order.length] ?? 0 }))
    .sort((one, other) => one.key - other.key)
    .map(({ text }) => text)
    .join(',');
const order = fc.array(fc.nat(100), { minLength: 8, maxLength: 8 });

const rendition = fc.record({
  address,
  bandwidth: fc.integer({ min: 1, max: 50_000_000 }),
  size: fc.option(fc.tuple(fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 1, max: 8_000 }))),
  profile: fc.constantFrom('4d400d', '64001f', '640028'),
  rate: fc.option(fc.constantFrom('25.000', '59.940')),
  name: fc.option(quoted),
  group: fc.option(fc.constantFrom('a', 'b')),
  order,
  before: noise,
  between: noise,
});
const sound = fc.record({
  group: fc.constantFrom('a', 'b'),
  address: fc.option(address),
  isDefault: fc.boolean(),
  name: quoted,
  order,
});

/** A playlist of renditions, and what the start of a playback needs to know of it. */
export const multivariant: fc.Arbitrary<Meant<Multivariant>> = fc
  .record({
    lineEnd,
    renditions: fc.uniqueArray(rendition, { selector: ({ bandwidth }) => bandwidth, maxLength: 5 }),
    again: fc.boolean(),
    sounds: few(sound, 3),
    captions: few(fc.constantFrom('SUBTITLES', 'CLOSED-CAPTIONS'), 1),
    special: fc.option(
      fc.constantFrom(
        ...[
          '#EXT-X-DEFINE:NAME="a",VALUE="b"',
          '#EXT-X-CONTENT-STEERING:SERVER-URI="s"',
          '#EXT-X-START:TIME-OFFSET=1',
        ],
        '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"',
      ),
      { freq: 6 },
    ),
    end: noise,
  })
  .map((it) => {
    // A sound that comes with the picture has no address.
    const apart = it.sounds.filter(({ address: its }) => its !== null);
    const defaults = new Map<string, string | undefined>();
    for (const group of ['a', 'b']) {
      const all = apart.filter((one) => one.group === group);
      const chosen = all.length === 1 ? all[0] : all.find(({ isDefault }) => isDefault);
      if (all.length > 0) defaults.set(group, chosen?.address?.[1] ?? '');
    }
    const lines = ['#EXTM3U', ...(it.special === null ? [] : [it.special])];
    for (const one of it.sounds) {
      const uri = one.address === null ? [] : [`URI="${one.address[0].replaceAll('"', '%22')}"`];
      const said = [
        `GROUP-ID="${one.group}"`,
        `NAME="${one.name}"`,
        `DEFAULT=${one.isDefault ? 'YES' : 'NO'}`,
        ...uri,
      ];
      lines.push(`#EXT-X-MEDIA:${shuffled(['TYPE=AUDIO', ...said], one.order)}`);
    }
    for (const type of it.captions) lines.push(`#EXT-X-MEDIA:TYPE=${type},GROUP-ID="c",NAME="c"`);
    const renditions = it.renditions.flatMap((one) => {
      const { bandwidth, size, profile, rate, name, group, between, before } = one;
      const said = [
        ...[`BANDWIDTH=${bandwidth}`, `CODECS="avc1.${profile},mp4a.40.2"`],
        ...(size ? [`RESOLUTION=${size.join('x')}`] : []),
        ...(rate === null ? [] : [`FRAME-RATE=${rate}`]),
        ...(name === null ? [] : [`NAME="${name}"`, `AVERAGE-BANDWIDTH=${bandwidth - 1}`]),
        ...(group === null ? [] : [`AUDIO="${group}"`]),
      ];
      return [...before, `#EXT-X-STREAM-INF:${shuffled(said, one.order)}`, ...between, one.address[0]];
    });
    // The same renditions once more are on another host.
    lines.push(...renditions, ...(it.again ? renditions : []), ...it.end);
    const variants = it.renditions.map(({ address: [, url = ''], bandwidth, size, profile, group }) => ({
      ...{ url, codecs: `avc1.${profile},mp4a.40.2`, width: size?.[0] ?? 0, height: size?.[1] ?? 0 },
      ...{ bitrate: bandwidth, audio: group === null ? undefined : defaults.get(group) },
    }));
    const isLeft = it.special !== null || variants.some(({ audio }) => audio === '');
    return {
      text: lines.join(it.lineEnd),
      meaning: {
        variants: isLeft ? [] : variants.sort((one, other) => one.bitrate - other.bitrate),
        needsAll: it.special !== null || apart.length > 0,
        hasCaptions: it.captions.length > 0,
      },
    };
  });

const segment = fc.record({
  /** Hundredths of a second. */
  lasts: fc.integer({ min: 1, max: 1_200 }),
  title: fc.constantFrom('', ',', ',a title', ', "x",#EXTINF:9'),
  parts: few(fc.record({ lasts: fc.integer({ min: 1, max: 100 }), isIndependent: fc.boolean() }), 3),
  before: noise,
  between: noise,
});

/** One stream at two looks at it: the second one begins later and has other signatures. */
export interface MeantStream {
  first: Meant<MeantMedia>;
  second: Meant<MeantMedia>;
}

/** A media playlist: of a film, or of a live stream in parts, twice. */
export const stream = (isLive: boolean): fc.Arbitrary<MeantStream> =>
  fc
    .record({
      lineEnd,
      number: fc.nat(100_000),
      segments: fc.array(segment, { minLength: 1, maxLength: 6 }),
      holdBack: fc.constantFrom('', ',PART-HOLD-BACK=1.5,HOLD-BACK=6'),
      shown: fc.tuple(fc.nat(5), fc.nat(5)),
      isSkipping: fc.boolean(),
    })
    .map((it) => {
      const look = (token: string, from: number, isSkipping: boolean): Meant<MeantMedia> => {
        const number = isLive ? it.number + from : 0;
        const shown = it.segments.slice(isLive ? from : 0);
        const uri = (name: string) => `${name}?token=${token}`;
        const whole = (name: string) => `https://media.example/film/${uri(name)}`;
        const lines = [
          ...['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-TARGETDURATION:12', `#EXT-X-MEDIA-SEQUENCE:${number}`],
          ...(isLive ? [`#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES${it.holdBack}`] : []),
          `#EXT-X-MAP:URI="${uri('init.mp4')}"`,
        ];
        const meaning: MeantMedia = { init: whole('init.mp4'), segments: [], duration: 0 };
        // A delta names how many segments it leaves out; they keep their numbers.
        const skipped = isSkipping ? Math.min(1, shown.length - 1) : 0;
        if (skipped > 0) lines.splice(4, 0, `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`);
        shown.slice(skipped).forEach((one, index) => {
          const at = number + skipped + index;
          const seconds = one.lasts / 100;
          lines.push(...one.before);
          let end = meaning.duration;
          const parts = (isLive ? one.parts : []).map(({ lasts, isIndependent }, part) => {
            const name = `part-${at}-${part}.m4s`;
            const said = [`DURATION=${lasts / 100}`, `URI="${uri(name)}"`];
            lines.push(`#EXT-X-PART:${[...said, ...(isIndependent ? ['INDEPENDENT=YES'] : [])].join(',')}`);
            const start = end;
            end += lasts / 100;
            return { url: whole(name), start, end, isIndependent };
          });
          lines.push(`#EXTINF:${seconds}${one.title}`, ...one.between, uri(`segment-${at}.m4s`));
          const { duration: start } = meaning;
          meaning.segments.push({ number: at, url: whole(`segment-${at}.m4s`), start, seconds, parts });
          meaning.duration += seconds;
        });
        if (!isLive) lines.push('#EXT-X-ENDLIST');
        return { text: `${lines.join(it.lineEnd)}${it.lineEnd}`, meaning };
      };
      const [one, other] = it.shown.map((from) => from % it.segments.length);
      const [from = 0, later = 0] = [one ?? 0, other ?? 0].sort((a, b) => a - b);
      return { first: look('a', from, false), second: look('b', later, isLive && it.isSkipping) };
    });
