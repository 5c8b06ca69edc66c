import { convertCaptions } from '../../../../src/core/caption-files/read-captions.ts';
import { readWebVtt, type VttFileCue } from '../../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../../../src/core/async/slices.ts';
import { parseCueText, type CuePart } from '../../../../src/captions/text/cue-text.ts';
import { readRules } from '../../../../src/captions/author-style/read-rules.ts';
import type { WrongRun } from '../../../../bench/support/resumable-run.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const SAMPLES = [
  '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#ffff00">Ann</font>: <i>no</i> & <b>yes</b>\n\n2\n00:00:03,000 --> 00:00:04,000\nWords\nand more\n',
  `<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY a "b">]><tt xmlns="http://www.w3.org/ns/ttml" ttp:frameRate="25" xml:space="default"><head><styling>
<style xml:id="a" style="b" tts:color="yellow"/><style xml:id="b" style="a" tts:fontStyle="italic"/></styling><layout><region xml:id="r" tts:origin="10% 10%" tts:extent="80% 20%"/></layout></head>
<body timeContainer="par" begin="1s"><div region="r"><p begin="00:00:01:12" end="5s" style="a">One <span begin="1s" tts:ruby="container"><span tts:ruby="base">x</span><span tts:ruby="text">y</span></span><br/>two &amp; <![CDATA[<three>]]></p></div></body></tt>`,
  '<v.loud Ann>No <i>way</i></v> <00:00:01.500><c.yellow.bg_blue>now</c> <ruby>漢<rt>kan</rt></ruby> &lt;script&gt; &#x1F600; <lang en>x</lang>',
  `WEBVTT

STYLE
::cue { background: rgba(0, 0, 0, 50%); color: papayawhip !important }
::cue(v[voice="Ann"].loud), ::cue(#\\31), ::cue(b, .yellow) { font-weight: 700; text-decoration: underline; opacity: .5 } /* x */
@import "x"; ::cue(lang[lang=en]) { color: hsl(120deg 100% 50% / .5); font-style: italic; background: #00ff0080 }

1
00:01.000 --> 00:02.000
<v.loud Ann>No <b>way</b></v> <c.yellow>now</c> <lang en>x</lang>
`,
  'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a width:40% lines:3\nregionanchor:0%,100%\n\nNOTE x\n\nid\n00:01.000 --> 00:02.000 line:-1 position:10%,line-left size:35% align:start region:a\n<v Ann>Words</v> &amp; more\n\n00:03.000 --> 1:00:04.000 vertical:rl\nx\n',
];
const TOKENS = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '-->',
    '\n',
    '\r',
    '\0',
    '\n\n',
    '<b>',
    '</b>',
    '<v ',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<!DOCTYPE x [',
    ']>',
    '<?',
    '?>',
    '&#',
    '&#x110000;',
    '&#xD800;',
    '&amp;',
    '{\\an',
    '<font ',
    '<tt',
    '<p begin="',
    'end="1s"',
  ],
  ...[
    '<span>',
    '</span>',
    'style="a"',
    '00:00:01,000 --> 00:00:02,000',
    '99999999999:00',
    '<script>alert(1)</script>',
    '\u202e',
    '\ud800',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    'WEBVTT',
    ' = ',
    'xml:id="a"',
    '1e999s',
    'NaN',
    '-1s',
    '<00:00:01.000>',
    '  ',
    '\ufeff',
  ],
  ...[
    ' line:',
    'position:50%,center',
    'region:a',
    'STYLE\n',
    'REGION\n',
    'NOTE ',
    'constructor',
    '__proto__',
    'color="constructor"',
    'textAlign="__proto__"',
    '&constructor;',
    ' begin="1f"',
    '::cue(',
    'url(https://evil.test/)',
    '/*',
    '}',
    '{',
    '\\',
    '@media x {',
    ';color:var(--x)',
    'expression(',
    '!important',
    '#\\110000 ',
    'timeContainer="seq"',
  ],
];
const TAGS = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt']);
const CUE = /^\d{2,}:\d\d:\d\d\.\d{3} --> \d{2,}:\d\d:\d\d\.\d{3}(?: [a-z]+:[a-z\d.%-]+)*$/;

/** What a style may say: numbers and words of our own lists. */
const VALUE =
  /^(?:rgb\(\d{1,3} \d{1,3} \d{1,3} \/ [01](?:\.\d{1,3})?\)|[a-z]{3,20}(?: [a-z-]{3,12}){0,2}|line-through|[1-9]00|\d(?:\.\d+)?(?:e-\d+)?)$/;

/** What came of reading many mutated files. */
export interface MutantsRead {
  files: number;
  /** Those of which something was understood. */
  understood: number;
  /** Rules of authors' styles that were read. */
  styled: number;
  slowestMs: number;
  faults: WrongRun[];
}

/** Mutates samples of captions, from a seed, and reads each. A fault names the file's seed. */
export function readMutants(seed: number, count: number): MutantsRead {
  const read: MutantsRead = { files: 0, understood: 0, styled: 0, slowestMs: 0, faults: [] };
  for (let at = 0; at < count; at++) {
    const text = mutant(seed + at);
    const begun = performance.now();
    try {
      const fault = faultOf(text, read);
      if (fault !== undefined) read.faults.push({ seed: seed + at, what: fault });
    } catch (error) {
      read.faults.push({ seed: seed + at, what: String(error) });
    }
    read.files++;
    read.slowestMs = Math.max(read.slowestMs, performance.now() - begun);
  }
  return read;
}

/** One mutated file. */
export function mutant(seed: number): string {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  let text = SAMPLES[below(SAMPLES.length)] ?? '';
  for (let times = 1 + below(12); times > 0; times--) {
    const from = below(text.length + 1);
    const to = Math.min(text.length, from + below(60));
    const token = TOKENS[below(TOKENS.length)] ?? '';
    const change = [
      () => token,
      () => '',
      () => text.slice(from, to).repeat(1 + below(6)) + text.slice(from, to),
      () => token.repeat(1 + below(40)),
      () => String.fromCharCode(below(65_536)),
      () => text.slice(below(text.length + 1), below(text.length + 1)),
    ][below(6)];
    text = text.slice(0, from) + (change?.() ?? '') + text.slice(to);
  }
  return text;
}

/** The fault in the result of a file. */
function faultOf(text: string, read: MutantsRead): string | undefined {
  const file = finish(convertCaptions(text));
  const own = finish(readWebVtt(text));
  if (own) {
    read.understood++;
    const rules = readRules(own.styles);
    const wrong = rules.flatMap(({ declarations }) => declarations).find(({ value }) => !VALUE.test(value));
    if (wrong) return `a value of the file's own: ${wrong.property}: ${wrong.value}`;
    read.styled += rules.length;
    const odd = own.cues.find((cue) => !isSound(cue));
    return odd
      ? `a cue with odd numbers: ${JSON.stringify(odd)}`
      : own.cues.map(({ text: words }) => wrongPart(parseCueText(words))).find(Boolean);
  }
  if (file === undefined) return wrongPart(parseCueText(text));
  read.understood++;
  const [head, ...blocks] = file.trimEnd().split('\n\n');
  if (head !== 'WEBVTT') return 'no WebVTT';
  for (const block of blocks) {
    const [arrow = '', ...lines] = block.split('\n');
    if (!CUE.test(arrow)) return `an odd cue: ${arrow}`;
    if (lines.some((line) => line.includes('-->') || line.trim() === '')) return 'a cue that ends early';
    const wrong = wrongPart(parseCueText(lines.join('\n')));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function isSound({ startTime, endTime, line, position, size, text }: VttFileCue): boolean {
  const isShare = (value: number) => value >= 0 && value <= 100;
  return (
    [startTime, endTime].every((time) => time >= 0 && Number.isFinite(time)) &&
    (line === 'auto' || Number.isFinite(line)) &&
    (position === 'auto' || isShare(position)) &&
    isShare(size) &&
    !/\0|-->/.test(text)
  );
}

function wrongPart(parts: readonly CuePart[]): string | undefined {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if (!('tag' in part)) {
      if (!Number.isFinite(part.seconds)) return 'a stamp that is no time';
      continue;
    }
    if (!TAGS.has(part.tag)) return `an element ${part.tag}`;
    const inside = wrongPart(part.parts);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
