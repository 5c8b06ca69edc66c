import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keyOf, PlaylistUrlIndex } from '../../../../src/playback/adapters/hls/loaders/url-translator.ts';
import { chooseVariant } from '../../../../src/playback/stream/rendition.ts';
import { firstRequests } from '../../../../src/playback/fast-start/fetch-ahead.ts';
import { readFirstSegment, readMultivariant } from '../../../../src/playback/fast-start/read-playlists.ts';
import {
  grammar,
  PUMPED_SHARE,
  pumpedText,
  spoiltText,
  type StrangerGrammar,
} from '../../../support/grammar/grammar.ts';
import { inTime } from '../../../support/grammar/in-time.ts';
import { BASE, multivariant, stream, type MeantMedia } from './m3u8-grammar.ts';

const TOKENS = [
  ...[
    '\n',
    '\r',
    ',',
    '"',
    '=',
    ':',
    '#',
    '#EXT',
    '#EXTINF:',
    '#EXT-X-PART:',
    '#EXT-X-MAP:URI="',
    'URI="',
    '-1',
    '1e999',
  ],
  ...[
    '9'.repeat(25),
    'NaN',
    'BANDWIDTH=',
    'RESOLUTION=x',
    'https://[',
    'javascript:x',
    'data:,',
    '\0',
    '\ud800',
    '//',
  ],
  ...[
    '#EXT-X-ENDLIST',
    '#EXT-X-SKIP:SKIPPED-SEGMENTS=',
    '#EXT-X-MEDIA-SEQUENCE:',
    '#EXT-X-DISCONTINUITY',
    '\u2028',
  ],
];
/** Characters of a playlist in which a piece is repeated. */
const PUMPED = 100_000;
const film = stream(false);
const live = stream(true);
const text = fc.oneof(
  multivariant.map((it) => it.text),
  fc.oneof(film, live).map((it) => it.first.text),
);

/** A time in the middle of one of the segments. */
const middleOf = ({ start, seconds }: { start: number; seconds: number }) => start + seconds / 2;

/** Addresses to play from there: the segment, or its parts from one that can be shown alone. */
function playedFrom({ init, segments }: MeantMedia, time: number): string[] {
  const at = segments.findIndex(({ start, seconds }) => time < start + seconds);
  const found = segments[at];
  if (!found) return [];
  const first = found.parts.findLastIndex(({ start, isIndependent }) => isIndependent && start <= time);
  if (first < 0) return [init, found.url];
  const parts = [...found.parts.slice(first), ...segments.slice(at + 1).flatMap((one) => one.parts)];
  return [init, ...parts.slice(0, 12).map(({ url }) => url)];
}

/** Reads a playlist by every reader: they give addresses and times, or nothing. */
function readByAll(source: string): void {
  const { variants } = readMultivariant(source, BASE, false);
  for (const { url, audio = '', bitrate } of variants) {
    assert.ok((url === '' || URL.canParse(url)) && (audio === '' || URL.canParse(audio)), url);
    assert.ok(Number.isFinite(bitrate) || Number.isNaN(bitrate) || bitrate > 0);
  }
  const chosen = chooseVariant(variants, 'auto', {}, 1e6);
  assert.ok(variants.length === 0 || chosen < variants.length);
  const first = readFirstSegment(source, BASE, 1);
  if (first) {
    const { start, seconds, duration } = first;
    assert.ok([start, seconds, duration].every((time) => Number.isFinite(time) && time >= 0));
    assert.ok(start + seconds <= duration + 1e-6);
  }
  const requests = firstRequests(source, BASE, { startTime: 0 });
  assert.ok(requests.length <= 14 && requests.every((url) => URL.canParse(url)));
  const index = new PlaylistUrlIndex(source, BASE);
  for (const url of [...requests, ...variants.map((one) => one.url)].filter(Boolean)) {
    const place = index.placeOf(keyOf(url));
    if (place === undefined) continue;
    const there = index.addressAt(place);
    assert.equal(there && keyOf(there), keyOf(url), 'a place that holds another address');
  }
}

/** The readers ask the page for its address. */
function onPage(read: () => void): void {
  Object.assign(globalThis, { document: { baseURI: BASE } });
  try {
    read();
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
}

/** The playlists that our own readers read. */
export const PLAYLIST_GRAMMARS: readonly StrangerGrammar[] = [
  grammar(
    'a multivariant playlist is read as it is meant',
    fc.property(multivariant, fc.boolean(), (it, hasOwn) => {
      const { hasCaptions, ...meant } = it.meaning;
      const needsAll = meant.needsAll || (hasCaptions && !hasOwn);
      assert.deepEqual(readMultivariant(it.text, BASE, hasOwn), { ...meant, needsAll });
    }),
  ),
  grammar(
    'the first segment of a film is the one that is meant',
    fc.property(film, fc.nat(5), ({ first: { text: source, meaning } }, at) => {
      const meant = meaning.segments[at % meaning.segments.length];
      assert.ok(meant);
      const found = readFirstSegment(source, BASE, middleOf(meant));
      const { url, start, seconds } = meant;
      assert.deepEqual(found, { url, start, seconds, init: meaning.init, duration: meaning.duration });
      assert.equal(readFirstSegment(source, BASE, meaning.duration + 1), undefined);
    }),
  ),
  grammar(
    'the first requests of a stream in parts are those that are meant',
    fc.property(live, fc.nat(5), ({ first: { text: source, meaning } }, at) => {
      const meant = meaning.segments[at % meaning.segments.length];
      assert.ok(meant);
      const time = middleOf(meant);
      assert.deepEqual(firstRequests(source, BASE, { startTime: time }), playedFrom(meaning, time));
    }),
  ),
  grammar(
    'an address of an earlier look has the same place in a later one',
    fc.property(live, ({ first, second }) => {
      onPage(() => {
        const before = new PlaylistUrlIndex(first.text, BASE);
        const after = new PlaylistUrlIndex(second.text, BASE, before);
        for (const { number, url, parts } of first.meaning.segments) {
          const now = second.meaning.segments.find((one) => one.number === number);
          const [place, ...others] = [url, ...parts.map((part) => part.url)].map((one) =>
            before.placeOf(keyOf(one)),
          );
          assert.equal(place, `${number}.s`);
          assert.equal(after.addressAt(place), now?.url);
          if (!now || now === second.meaning.segments[0]) continue;
          assert.deepEqual(
            others.map((one) => after.addressAt(one ?? '')),
            now.parts.map((part) => part.url),
          );
        }
      });
    }),
  ),
  grammar(
    'playlists that are spoilt',
    fc.property(spoiltText(text, TOKENS), (source) => {
      onPage(() => readByAll(source));
    }),
  ),
  grammar(
    'playlists in which a piece is repeated',
    fc.property(pumpedText(text, PUMPED), ({ pumped }) => {
      onPage(() => inTime(() => readByAll(pumped)));
    }),
    PUMPED_SHARE,
  ),
];
