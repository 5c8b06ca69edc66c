import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCueText, plainText } from '../../../../src/captions/text/cue-text.ts';
import { readRules } from '../../../../src/captions/author-style/read-rules.ts';
import { convertCaptions } from '../../../../src/core/caption-files/read-captions.ts';
import { readWebVtt } from '../../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish, type Slices } from '../../../../src/core/async/slices.ts';
import { speechesOf } from '../../../../src/captions/translate/translate-cues.ts';
import { findCaptionFault } from '../../../../src/core/wire/caption-text.ts';
import { parseStoryboard } from '../../../../src/playback/storyboard.ts';
import { cueText, normalized } from './cue-text-grammar.ts';
import {
  grammar,
  PUMPED_SHARE,
  pumpedText,
  spoiltText,
  type StrangerGrammar,
} from '../../../support/grammar/grammar.ts';
import { growsLinearly } from './growth.ts';
import { inTime } from '../../../support/grammar/in-time.ts';
import { subRip } from './subrip-grammar.ts';
import { BASE, storyboard } from './storyboard-grammar.ts';
import { ttml } from './ttml-grammar.ts';
import { meaningOf, webVtt } from './webvtt-grammar.ts';

const TOKENS = [
  ...['-->', '\n', '\n\n', '\r', '\0', '\ufeff', 'WEBVTT', 'STYLE\n', 'REGION\n', 'NOTE', '00:00', ':', '.'],
  ...['<', '>', '&', '</', '<b', '<v ', '&#', '&lt', '{\\an', '<font color=', '%', ',', '9'.repeat(20), '-1'],
  ...[
    'line:',
    'region:',
    'position:',
    '#xywh=',
    '00:00:01,000 --> 00:00:02,000',
    '\ud800',
    '::cue(',
    '{',
    '}',
  ],
  ...[
    '<p begin="1s" end="9s">',
    '<span xml:space="preserve">',
    '<span begin="2s">',
    '</span>',
    '<br/>',
    '<tt',
  ],
];
/** Characters of a file in which a piece is repeated. */
const PUMPED = 100_000;

const text = fc.oneof(webVtt, subRip, ttml, storyboard, cueText).map((it) => it.text);

/** A few characters that readers skip. */
const run = fc
  .array(fc.constantFrom(' ', '\n', '\t', '\r\n', '\u3000', ' -', '\n\n'), { minLength: 1, maxLength: 3 })
  .map((all) => all.join(''));
/** Of the runs: each is read several times. */
const RUN_SHARE = 0.02;

function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** White space that is kept, in a paragraph that is written once for each of its moments. */
function spacedTtml(space: string): string {
  const moments = Array.from({ length: 40 }, (_, at) => `<span begin="${String(at)}s">x</span>`).join('');
  return `<tt><body><div><p end="99s">a<span xml:space="preserve">${space}</span>${moments}b</p></div></body></tt>`;
}

/** The steps that some work takes. */
function stepsOf(work: Slices<unknown>): number {
  let steps = 0;
  while (!work.next().done) steps++;
  return steps;
}

/** Reads a file by every reader: they give text and times, in steps that its lines bound. */
function readByAll(source: string): void {
  const lines = source.split(/\r\n|\r|\n/).length;
  const file = finish(readWebVtt(source));
  if (file) {
    // A line with an arrow may end one block and begin another: it is looked at twice.
    assert.ok(stepsOf(readWebVtt(source)) <= 2 * lines + 2, 'too many steps');
    assert.ok(file.cues.length + file.regions.length + file.styles.length + file.unread <= lines);
    readRules(file.styles);
    for (const { startTime, endTime, text: words, size } of file.cues) {
      assert.ok(Number.isFinite(startTime) && Number.isFinite(endTime) && size >= 0 && size <= 100);
      assert.doesNotMatch(words, /-->|\0/);
      plainText(parseCueText(words));
      speechesOf(parseCueText(words));
    }
  }
  const converted = finish(convertCaptions(source));
  if (converted !== undefined) {
    const again = finish(readWebVtt(converted));
    assert.ok(again && again.unread === 0 && again.cues.length > 0, 'our own file is not read');
  }
  findCaptionFault(source);
  for (const { startTime, endTime, url } of parseStoryboard(source, BASE)) {
    assert.ok(startTime < endTime && Number.isFinite(endTime) && /^https?:/.test(url));
  }
  parseCueText(source);
}

/** Captions, chapters and storyboards. */
export const CAPTION_GRAMMARS: readonly StrangerGrammar[] = [
  grammar(
    'WebVTT is read as it is meant',
    fc.property(webVtt, (it) => {
      const file = finish(readWebVtt(it.text));
      assert.ok(file);
      assert.deepEqual(meaningOf(file), it.meaning);
      assert.equal(file.unread, 0);
    }),
  ),
  grammar(
    'the text of a cue is read as it is meant',
    fc.property(cueText, (it) => {
      assert.deepEqual(normalized(parseCueText(it.text)), normalized(it.meaning));
    }),
  ),
  grammar(
    'SubRip becomes the WebVTT that is meant',
    fc.property(subRip, (it) => {
      const file = finish(readWebVtt(finish(convertCaptions(it.text)) ?? 'WEBVTT'));
      const read = file?.cues.map(({ startTime, endTime, text: words, line, align }) => ({
        ...{ startMs: Math.round(startTime * 1000), endMs: Math.round(endTime * 1000), line, align },
        parts: normalized(parseCueText(words)),
      }));
      assert.deepEqual(read, it.meaning);
    }),
  ),
  grammar(
    'TTML becomes the WebVTT that is meant',
    fc.property(ttml, (it) => {
      const file = finish(readWebVtt(finish(convertCaptions(it.text)) ?? 'WEBVTT'));
      const read = file?.cues.map(({ startTime, endTime, text: words }) => ({
        ...{ startMs: Math.round(startTime * 1000), endMs: Math.round(endTime * 1000) },
        parts: normalized(parseCueText(words)),
      }));
      assert.deepEqual(read, it.meaning);
    }),
  ),
  grammar(
    'a storyboard is read as it is meant',
    fc.property(storyboard, (it) => {
      const tiles = parseStoryboard(it.text, BASE).map(({ startTime, endTime, ...rest }) => ({
        ...{ startMs: Math.round(startTime * 1000), endMs: Math.round(endTime * 1000), ...rest },
      }));
      assert.deepEqual(tiles, it.meaning);
    }),
  ),
  grammar('captions that are spoilt', fc.property(spoiltText(text, TOKENS), readByAll)),
  grammar(
    'captions in which a piece is repeated',
    fc.property(pumpedText(text, PUMPED), ({ pumped }) => {
      inTime(() => readByAll(pumped));
    }),
    PUMPED_SHARE,
  ),
  grammar(
    'white space that goes on in TTML',
    fc.property(run, (piece) => {
      growsLinearly(
        (words) => finish(convertCaptions(words)),
        (size) => spacedTtml(fill(piece, size)),
        9_600,
      );
    }),
    RUN_SHARE,
  ),
  grammar(
    'white space that goes on in a cue to translate',
    fc.property(run, (piece) => {
      growsLinearly(
        (words) => speechesOf([words]),
        (size) => `a${fill(piece, size)}b`,
        32_000,
      );
    }),
    RUN_SHARE,
  ),
];
