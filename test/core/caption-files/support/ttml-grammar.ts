import fc from 'fast-check';
import { few, type Meant } from '../../../support/grammar/grammar.ts';

interface Cue {
  startMs: number;
  endMs: number;
  /** As `normalized` gives them. */
  parts: unknown[];
}

/** Words without markup, as a file writes them and as they are meant. */
const word = fc
  .constantFrom(
    ['Words', 'Words'],
    ['&lt;', '<'],
    ['&amp;', '&'],
    ['&#x6f22;', '漢'],
    ['<![CDATA[<b>]]>', '<b>'],
    ['-', '-'],
    ['😀', '😀'],
  )
  .map(([text = '', meaning = '']): Meant<string> => ({ text, meaning }));
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all): Meant<string> => ({
  text: all.map(({ text }) => text).join(' '),
  meaning: all.map(({ meaning }) => meaning).join(' '),
}));
/** Spaces that mean nothing, except where they are kept. */
const spaces = fc.constantFrom(' ', '  ', '\n', ' \n\t ', '\t');
const line = fc.oneof(
  words,
  // Both kinds of spaces in one line.
  fc.tuple(words, spaces, words).map(([one, between, other]): Meant<string> => ({
    text: `${one.text}${between}${other.text}`,
    meaning: `${one.meaning} ${other.meaning}`,
  })),
  fc.tuple(words, fc.constantFrom('', '   ', '\t')).map(([{ text, meaning }, behind]): Meant<string> => ({
    text: `<span xml:space="preserve">${text}${behind}</span><span>.</span>`,
    meaning: `${meaning}${behind}.`,
  })),
  words.map(({ text, meaning }): Meant<string> => ({ text: `<span>${text}</span>`, meaning })),
);
const paragraph = fc.record({
  start: fc.nat(3_600_000),
  lasts: fc.integer({ min: 1, max: 9_999 }),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  around: fc.constantFrom('', ' ', '\n  '),
  lineBreak: fc.constantFrom('<br/>', ' <br/> ', '<br></br>'),
});

/** A TTML file, and the cues that it means, in the order of their times. */
export const ttml: fc.Arbitrary<Meant<Cue[]>> = few(paragraph, 4).map((paragraphs) => {
  const written = paragraphs.map(({ start, lasts, lines, around, lineBreak }) => {
    const inside = lines.map(({ text }) => text).join(lineBreak);
    return `<p begin="${stamp(start)}" end="${stamp(start + lasts)}">${around}${inside}${around}</p>`;
  });
  const meaning = paragraphs.map(({ start, lasts, lines }) => ({
    ...{ startMs: start, endMs: start + lasts },
    parts: [lines.map((one) => one.meaning).join('\n')],
  }));
  const text = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${written.join('\n')}</div></body></tt>`;
  return { text, meaning: meaning.sort((one, other) => one.startMs - other.startMs) };
});

function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const thousandths = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${thousandths}`;
}
