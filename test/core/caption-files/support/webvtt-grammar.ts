import fc from 'fast-check';
import type { VttFile } from '../../../../src/core/caption-files/webvtt/read-webvtt.ts';
import type { CueSettings, Region } from '../../../../src/core/caption-files/webvtt/webvtt-settings.ts';
import { few, type Meant } from '../../../support/grammar/grammar.ts';

/** A file as the reader gives it, with times in whole milliseconds. */
interface Meaning {
  cues: (CueSettings & { id: string; startMs: number; endMs: number; text: string })[];
  regions: Region[];
  styles: string[];
}

/** A setting as it is written, and what it changes. */
type Setting<Of> = Meant<Partial<Of>>;

const hundredths = fc.nat(10_000).map((value) => value / 100);
const percent = hundredths.map((value) => ({ text: `${value}%`, meaning: value }));
const setting = <Of, Value>(
  value: fc.Arbitrary<Value>,
  read: (value: Value) => Setting<Of>,
): fc.Arbitrary<Setting<Of>> => value.map(read);
const word = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);

const line = fc.oneof(
  percent.map(({ text, meaning }) => ({ text, meaning: { line: meaning, snapToLines: false } })),
  fc
    .integer({ min: -50, max: 120 })
    .map((value) => ({ text: String(value), meaning: { line: value, snapToLines: true } })),
);
const cueSetting = fc.oneof(
  setting<CueSettings, 'rl' | 'lr'>(word('rl', 'lr'), (vertical) => ({
    text: `vertical:${vertical}`,
    meaning: { vertical },
  })),
  fc
    .tuple(line, fc.option(word('start', 'center', 'end')))
    .map(([{ text, meaning }, lineAlign]): Setting<CueSettings> => ({
      text: `line:${text}${lineAlign ? `,${lineAlign}` : ''}`,
      meaning: { ...meaning, ...(lineAlign && { lineAlign }) },
    })),
  fc
    .tuple(percent, fc.option(word('line-left', 'center', 'line-right')))
    .map(([{ text, meaning }, positionAlign]): Setting<CueSettings> => ({
      text: `position:${text}${positionAlign ? `,${positionAlign}` : ''}`,
      meaning: { position: meaning, ...(positionAlign && { positionAlign }) },
    })),
  setting<CueSettings, { text: string; meaning: number }>(percent, ({ text, meaning: size }) => ({
    text: `size:${text}`,
    meaning: { size },
  })),
  setting<CueSettings, CueSettings['align']>(word('start', 'center', 'end', 'left', 'right'), (align) => ({
    text: `align:${align}`,
    meaning: { align },
  })),
  // Unknown settings and invalid values: ignored.
  word('foo:bar', ':', 'align:', 'size:101%', 'line:x', 'ALIGN:end', 'position', 'vertical:up').map(
    (text) => ({
      text,
      meaning: {},
    }),
  ),
);
const regionSetting = fc.oneof(
  setting<Region, { text: string; meaning: number }>(percent, ({ text, meaning: width }) => ({
    text: `width:${text}`,
    meaning: { width },
  })),
  setting<Region, number>(fc.nat(20), (lines) => ({ text: `lines:${lines}`, meaning: { lines } })),
  fc.tuple(percent, percent).map(([x, y]): Setting<Region> => ({
    text: `regionanchor:${x.text},${y.text}`,
    meaning: { regionAnchorX: x.meaning, regionAnchorY: y.meaning },
  })),
  fc.tuple(percent, percent).map(([x, y]): Setting<Region> => ({
    text: `viewportanchor:${x.text},${y.text}`,
    meaning: { viewportAnchorX: x.meaning, viewportAnchorY: y.meaning },
  })),
  fc.constant<Setting<Region>>({ text: 'scroll:up', meaning: { scroll: 'up' } }),
  word('scroll:down', 'width:x', 'lines:-1', 'regionanchor:1%').map((text) => ({ text, meaning: {} })),
);

const gap = fc.constantFrom(' ', '\t', '  ', ' \t ');
const id = fc.constantFrom('a', 'b', 'fred', '__proto__', '漢');
/** A line of a cue, or of a comment: anything but an empty one and an arrow. */
const textLine = fc
  .oneof(
    fc.constantFrom('Words', ' ', 'STYLE', 'REGION', 'NOTE', '<b>a</b>', '1', '\0', '-- >', 'WEBVTT', '\t'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .map((text) => text.replaceAll(/[\r\n]/g, '_').replaceAll('-->', '->'));
const asRead = (text: string) => text.replaceAll('\0', '\ufffd');

const region = fc.record({ id, settings: few(regionSetting, 5), isLines: fc.boolean() });
const style = fc.array(
  textLine.filter((text) => text !== ''),
  { minLength: 0, maxLength: 3 },
);
const time = fc.record({
  ms: fc.oneof(fc.nat(3_599_999), fc.nat(360_000_000)),
  hasHours: fc.boolean(),
  isPadded: fc.boolean(),
});
const cue = fc.record({
  id: fc.option(
    textLine.filter((text) => !text.startsWith('NOTE')),
    { nil: '' },
  ),
  start: time,
  end: time,
  before: fc.constantFrom('', ' ', '\t'),
  around: fc.constantFrom(' ', '', '\t', '  '),
  gap,
  settings: few(cueSetting, 6),
  region: fc.option(id),
  end_: fc.constantFrom('', ' ', '\t'),
  lines: few(textLine, 3),
});
type Time = { ms: number; hasHours: boolean; isPadded: boolean };
type Head =
  | { kind: 'region'; region: { id: string; settings: Setting<Region>[]; isLines: boolean } }
  | { kind: 'style'; lines: string[] }
  | { kind: 'note'; lines: string[] };

const note = few(textLine, 2);
const head: fc.Arbitrary<Head> = fc.oneof(
  region.map((it) => ({ kind: 'region' as const, region: it })),
  style.map((lines) => ({ kind: 'style' as const, lines })),
  note.map((lines) => ({ kind: 'note' as const, lines })),
);

const DEFAULT_REGION = {
  ...{ width: 100, lines: 3, regionAnchorX: 0, regionAnchorY: 100 },
  ...{ viewportAnchorX: 0, viewportAnchorY: 100, scroll: '' as const },
};
const DEFAULT_CUE: CueSettings = {
  ...{ vertical: '', line: 'auto', snapToLines: true, lineAlign: 'start' },
  ...{ position: 'auto', positionAlign: 'auto', size: 100, align: 'center', region: undefined },
};

/** A whole file in one of the ways in which it may be written, and its meaning. */
export const webVtt: fc.Arbitrary<Meant<Meaning>> = fc
  .record({
    mark: fc.constantFrom('', '\ufeff'),
    title: fc.constantFrom('', ' a title', '\tb'),
    header: few(
      textLine.filter((text) => text !== ''),
      2,
    ),
    heads: few(head, 4),
    blocks: few(
      fc.oneof(
        cue.map((it) => ({ kind: 'cue' as const, cue: it })),
        note.map((lines) => ({ kind: 'note' as const, lines })),
        style.map((lines) => ({ kind: 'style' as const, lines })),
      ),
      5,
    ),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    blanks: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 12, maxLength: 12 }),
    last: fc.constantFrom('', '\n', '\n\n'),
  })
  .map((it) => {
    const meaning: Meaning = { cues: [], regions: [], styles: [] };
    const blocks = [[`WEBVTT${it.title}`, ...it.header]];
    for (const one of it.heads) blocks.push(writeHead(one, meaning));
    for (const one of it.blocks) {
      if (one.kind === 'cue') blocks.push(writeCue(one.cue, meaning));
      // Below the first cue there are no styles.
      else if (one.kind === 'note' || meaning.cues.length === 0) blocks.push(writeHead(one, meaning));
      else blocks.push(['STYLE', ...one.lines]);
    }
    const text = blocks
      .map((lines, at) => lines.join('\n') + '\n'.repeat(1 + (it.blanks[at] ?? 1)))
      .join('')
      .replace(/\n+$/, it.last);
    return { text: it.mark + text.replaceAll('\n', it.lineEnd), meaning };
  });

function writeHead(one: Head, meaning: Meaning): string[] {
  if (one.kind === 'note') return ['NOTE', ...one.lines];
  if (one.kind === 'style') {
    // A block of nothing but its name is none.
    if (one.lines.length > 0) meaning.styles.push(asRead(one.lines.join('\n')));
    return ['STYLE', ...one.lines];
  }
  const { id: name, settings, isLines } = one.region;
  const changes = settings.map((one) => one.meaning);
  meaning.regions.push(Object.assign({ ...DEFAULT_REGION, id: name }, ...changes) as Region);
  const said = [`id:${name}`, ...settings.map(({ text }) => text)];
  return ['REGION', ...(isLines ? said : [said.join(' ')])];
}

function writeCue(it: typeof cue extends fc.Arbitrary<infer Cue> ? Cue : never, meaning: Meaning): string[] {
  const found = Object.assign({ ...DEFAULT_CUE }, ...it.settings.map((all) => all.meaning)) as CueSettings;
  const isPlaced = found.line !== 'auto' || found.size !== 100 || found.vertical !== '';
  const named = it.region === null ? undefined : meaning.regions.findLast((one) => one.id === it.region);
  const lines = it.lines.filter((text) => text !== '');
  meaning.cues.push({
    ...found,
    region: isPlaced ? undefined : named,
    ...{ id: asRead(it.id), startMs: it.start.ms, endMs: it.end.ms, text: asRead(lines.join('\n')) },
  });
  const settings = [
    ...(it.region === null ? [] : [`region:${it.region}`]),
    ...it.settings.map(({ text }) => text),
  ];
  const arrow = `${it.before}${stamp(it.start)}${it.around}-->${it.around}${stamp(it.end)}`;
  const said = [arrow, ...settings].join(it.gap) + it.end_;
  return [...(it.id === '' ? [] : [it.id]), said, ...lines];
}

function stamp({ ms, hasHours, isPadded }: Time): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(ms / 3_600_000);
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
  if (hours === 0 && !hasHours) return rest;
  return `${isPadded ? String(hours).padStart(4, '0') : two(hours)}:${rest}`;
}

/** What the reader found, in the words of the meaning. */
export function meaningOf({ cues, regions, styles }: VttFile): Meaning {
  return {
    cues: cues.map(({ startTime, endTime, ...rest }) => ({
      ...rest,
      ...{ startMs: Math.round(startTime * 1000), endMs: Math.round(endTime * 1000) },
    })),
    regions: [...regions],
    styles: [...styles],
  };
}
