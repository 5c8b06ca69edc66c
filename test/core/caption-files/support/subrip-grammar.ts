import fc from 'fast-check';
import { few, type Meant } from '../../../support/grammar/grammar.ts';

interface Cue {
  startMs: number;
  endMs: number;
  line: number | 'auto';
  align: string;
  /** As `normalized` gives them. */
  parts: unknown[];
}

const ARROW_MS = 999 * 3_600_000;
/** Words between spaces: none of them is markup. */
const word = fc.constantFrom(
  'Words',
  '<',
  '>',
  '&',
  '&amp;',
  '{',
  '}',
  '-->',
  '-',
  '漢',
  '😀',
  '3',
  '<3',
  'a>b',
);
const plain = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words): Meant<unknown[]> => ({ text: words.join(' '), meaning: [words.join(' ')] }));
const element = (tag: string, classes: string[], parts: unknown[]) => ({
  tag,
  classes,
  annotation: '',
  parts,
});
const marked = fc.oneof(
  fc
    .tuple(fc.constantFrom('b', 'i', 'u', 'B', 'I'), plain)
    .map(([tag, { text, meaning }]): Meant<unknown[]> => ({
      text: `<${tag}>${text}</${tag}>`,
      meaning: [element(tag.toLowerCase(), [], meaning)],
    })),
  fc
    .tuple(fc.constantFrom('"#ffff00"', "'yellow'", 'yellow', '"#FFFF00"', '"rgb(255,255,0)"'), plain)
    .map(([color, { text, meaning }]): Meant<unknown[]> => ({
      text: `<font color=${color}>${text}</font>`,
      meaning: color.includes('rgb') ? meaning : [element('c', ['yellow'], meaning)],
    })),
  // A colour that WebVTT has no class for takes nothing away.
  plain.map(({ text, meaning }): Meant<unknown[]> => ({
    text: `<font color="#123456">${text}</font>`,
    meaning,
  })),
);
const PLACES = [
  { key: undefined, line: 'auto', align: 'center' },
  { key: 8, line: 5, align: 'center' },
  { key: 5, line: 45, align: 'center' },
  { key: 7, line: 5, align: 'start' },
  { key: 3, line: 'auto', align: 'end' },
] as const;
const place = fc.constantFrom(...PLACES);
const line = fc.array(fc.oneof(plain, plain, marked), { minLength: 1, maxLength: 3 });
const time = fc.oneof(fc.nat(3_600_000), fc.nat(ARROW_MS - 10_000));
const cue = fc.record({
  start: time,
  lasts: fc.integer({ min: 1, max: 9_999 }),
  mark: fc.constantFrom(',', '.'),
  around: fc.constantFrom(' ', '', '  '),
  behind: fc.constantFrom('', ' ', '  X1:10 X2:20'),
  isShort: fc.boolean(),
  hasNumber: fc.boolean(),
  place,
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  blanks: fc.nat(2),
});

/** A SubRip file as programs write it, and the cues that it means, in the order of their times. */
export const subRip: fc.Arbitrary<Meant<Cue[]>> = fc
  .record({
    mark: fc.constantFrom('', '\ufeff'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
    cues: few(cue, 4),
  })
  .map(({ mark, lineEnd, cues }) => {
    const rows: string[] = [];
    const meaning: Cue[] = [];
    let isOpen = false;
    cues.forEach((it, at) => {
      // Without an empty line before it, a cue has a number.
      if (it.hasNumber || isOpen) rows.push(String(at + 1));
      const endMs = it.start + it.lasts;
      const arrow = `${stamp(it.start, it)}${it.around}-->${it.around}${stamp(endMs, it)}${it.behind}`;
      const lines = it.lines.map((parts) => parts.map(({ text }) => text).join(' '));
      rows.push(arrow, (it.place.key === undefined ? '' : `{\\an${it.place.key}}`) + lines.join('\n'));
      rows.push(...Array.from({ length: it.blanks }, () => ''));
      isOpen = it.blanks === 0;
      const { line: share, align } = it.place;
      const parts = joined(it.lines);
      meaning.push({ startMs: it.start, endMs, line: share, align, parts });
    });
    const text = rows.join('\n').replaceAll('\n', lineEnd);
    return { text: mark + text, meaning: meaning.sort((one, other) => one.startMs - other.startMs) };
  });

/** Parts with a space between them and lines with an end between them; words that meet are one. */
function joined(lines: readonly Meant<unknown[]>[][]): unknown[] {
  const all: unknown[] = [];
  const write = (part: unknown) => {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
  };
  lines.forEach((line, row) => {
    if (row > 0) write('\n');
    line.forEach(({ meaning }, at) => {
      if (at > 0) write(' ');
      meaning.forEach(write);
    });
  });
  return all;
}

function stamp(ms: number, { mark, isShort }: { mark: string; isShort: boolean }): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(ms / 3_600_000);
  const thousandths = String(ms % 1000).padStart(3, '0');
  const fraction = isShort ? thousandths.replace(/0{1,2}$/, '') || '0' : thousandths;
  const minutes = `${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${fraction}`;
  return isShort && hours === 0 ? minutes : `${two(hours)}:${minutes}`;
}
