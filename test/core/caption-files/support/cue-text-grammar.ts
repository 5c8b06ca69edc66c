import fc from 'fast-check';
import type { CuePart } from '../../../../src/captions/text/cue-text.ts';
import { few, type Meant } from '../../../support/grammar/grammar.ts';

/** A piece of a cue as it is written, and the parts that it means. */
type Piece = Meant<CuePart[]>;

/** Characters with the ways in which they may be written. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;', '&#38;', '&#x26;'],
  '<': ['&lt;', '&#60;'],
  '>': ['&gt;', '>'],
  '\u00a0': ['&nbsp;', '\u00a0'],
  '\u200e': ['&lrm;', '\u200e'],
};
const character = fc
  .oneof(
    { arbitrary: fc.constantFrom(...Object.keys(LETTERS)), weight: 1 },
    { arbitrary: fc.constantFrom('a', 'Z', '7', ' ', '.', '/', 'é', '漢', '😀', '"', "'", '\n'), weight: 4 },
  )
  .chain((meaning) => fc.record({ meaning: fc.constant(meaning), text: written(meaning) }));
const written = (letter: string) => fc.constantFrom(...(LETTERS[letter] ?? [letter]));

const words = fc.array(character, { minLength: 1, maxLength: 8 }).map((letters): Piece => ({
  text: letters.map(({ text }) => text).join(''),
  meaning: [letters.map(({ meaning }) => meaning).join('')],
}));
const stamp = fc.nat(400_000_000).map((ms): Piece => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(ms / 3_600_000);
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
  return { text: `<${hours > 0 ? `${two(hours)}:` : ''}${rest}>`, meaning: [{ seconds: ms / 1000 }] };
});
/** Unknown markup: neither shown nor a reason to lose the words beside it. */
const unknown = fc
  .constantFrom('<x>', '</x>', '<script>', '<>', '</>', '<!-- a>', '<9>', '<1:2:3>', '<B>')
  .map((text): Piece => ({ text, meaning: [] }));
const classes = few(fc.constantFrom('loud', 'yellow', 'bg_blue', 'x-1', '漢'), 3);
const said = fc.oneof(
  fc.constant<Meant<string>>({ text: '', meaning: '' }),
  fc.record({
    text: fc.constantFrom(' Ann', '  Ann  ', '\tAnn', '\nAnn'),
    meaning: fc.constant('Ann'),
  }),
  fc.constant({ text: ' Ann &amp;\n  Bo', meaning: 'Ann & Bo' }),
);

const { pieces } = fc.letrec<{ piece: Piece; pieces: Piece; element: Piece; ruby: Piece }>((tie) => ({
  piece: fc.oneof({ maxDepth: 4 }, words, words, stamp, unknown, tie('element'), tie('ruby')),
  pieces: few(tie('piece'), 4).map(joined),
  element: fc
    .record({ tag: fc.constantFrom('b', 'i', 'u', 'c', 'v', 'lang'), classes, said, inside: tie('pieces') })
    .map((it) => element(it, true)),
  ruby: fc
    .record({ classes, base: tie('pieces'), reading: tie('pieces'), isClosed: fc.boolean() })
    .map((it): Piece => {
      const plain = { classes: [], said: { text: '', meaning: '' } };
      const rt = element({ tag: 'rt', ...plain, inside: it.reading }, it.isClosed);
      return element({ tag: 'ruby', ...plain, classes: it.classes, inside: joined([it.base, rt]) }, true);
    }),
}));

interface Element {
  tag: string;
  classes: readonly string[];
  said: Meant<string>;
  inside: Piece;
}

function element({ tag, classes: names, said: annotation, inside }: Element, isClosed: boolean): Piece {
  const name = [tag, ...names].join('.');
  return {
    text: `<${name}${annotation.text}>${inside.text}${isClosed ? `</${tag}>` : ''}`,
    meaning: [
      {
        tag: tag as 'b',
        classes: names,
        annotation: annotation.meaning,
        parts: inside.meaning,
      },
    ],
  };
}

function joined(all: readonly Piece[]): Piece {
  return { text: all.map(({ text }) => text).join(''), meaning: all.flatMap(({ meaning }) => meaning) };
}

/** The text of a cue and the parts that it means. */
export const cueText: fc.Arbitrary<Piece> = pieces;

/** Parts in which words that meet are one, with times in whole milliseconds. */
export function normalized(parts: readonly CuePart[]): unknown[] {
  const all: unknown[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else if (typeof part === 'string') all.push(part);
    else if ('seconds' in part) all.push({ ms: Math.round(part.seconds * 1000) });
    else all.push({ ...part, parts: normalized(part.parts) });
  }
  return all;
}
