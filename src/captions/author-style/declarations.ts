import { colorText, readColor } from '../../core/color.ts';
import { isSign, splitAt, trim } from './selectors.ts';
import type { Token } from './tokens.ts';

/** What an author may say of the look of cues. */
export type CueProperty =
  'color' | 'background-color' | 'font-weight' | 'font-style' | 'text-decoration-line' | 'opacity';

/** A property with a value that was made here: a number, or a word of our own lists. */
export interface CueDeclaration {
  readonly property: CueProperty;
  readonly value: string;
  readonly isImportant: boolean;
}

const MAX_DECLARATIONS = 20;
/** A colour with all of its digits has less. */
const MAX_VALUE = 80;

const WEIGHT = /^(?:normal|bold|bolder|lighter|[1-9]00)$/;
const SLANT = /^(?:normal|italic|oblique)$/;
const LINES = ['underline', 'overline', 'line-through'];
const NUMBER = /^\+?(\d{1,4}(?:\.\d{1,9})?|\.\d{1,9})(%?)$/;

/** All colours that CSS has a name for, `transparent` included. */
const COLOR_NAMES: ReadonlySet<string> = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia
gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender
lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta
maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise
mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow yellowgreen`.split(
    /\s+/,
  ),
);

type Reader = readonly [CueProperty, (value: string) => string | undefined];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['color', ['color', readCueColor]],
  ['background-color', ['background-color', readCueColor]],
  ['background', ['background-color', readCueColor]],
  ['font-weight', ['font-weight', (value) => (WEIGHT.test(value) ? value : undefined)]],
  ['font-style', ['font-style', (value) => (SLANT.test(value) ? value : undefined)]],
  ['text-decoration', ['text-decoration-line', readLines]],
  ['text-decoration-line', ['text-decoration-line', readLines]],
  ['opacity', ['opacity', readOpacity]],
]);

/** Reads what stands between the braces of a rule. Each declaration that is not understood is left out. */
export function readDeclarations(tokens: readonly Token[]): CueDeclaration[] {
  return splitAt(tokens, ';')
    .slice(0, MAX_DECLARATIONS)
    .flatMap((part) => {
      const [name, ...rest] = trim(part);
      const [colon, ...said] = trim(rest);
      const known = name?.type === 'word' ? READERS.get(name.value.toLowerCase()) : undefined;
      if (!known || !isSign(colon, ':')) return [];
      const { value, isImportant } = readValue(trim(said));
      const made = known[1](value);
      return made === undefined ? [] : [{ property: known[0], value: made, isImportant }];
    });
}

/** A value as one line; empty where it holds what no value of ours does. */
function readValue(tokens: readonly Token[]): { value: string; isImportant: boolean } {
  const last = tokens.at(-1);
  const mark = tokens.findLastIndex((token) => isSign(token, '!'));
  const isImportant =
    mark >= 0 && last?.value.toLowerCase() === 'important' && trim(tokens.slice(mark + 1)).length === 1;
  const said = isImportant ? trim(tokens.slice(0, mark)) : tokens;
  const isPlain = said.every(({ type }) => type !== 'text' && type !== 'odd');
  const line = said.map(textOf).join('');
  return { value: isPlain && line.length <= MAX_VALUE ? line.toLowerCase() : '', isImportant };
}

function textOf({ type, value }: Token): string {
  if (type === 'space') return ' ';
  return type === 'hash' ? `#${value}` : value;
}

/** A colour, made of numbers or of a name that CSS has. */
function readCueColor(value: string): string | undefined {
  if (isColorName(value)) return value;
  const colour = readColor(value.replace(/(\d)deg\b/, '$1'));
  return colour && colorText(colour);
}

/** True for the name of a colour, in small letters. */
export function isColorName(name: string): boolean {
  return COLOR_NAMES.has(name);
}

function readLines(value: string): string | undefined {
  if (value === 'none') return value;
  const said = value.split(' ');
  return said.every((word) => LINES.includes(word))
    ? LINES.filter((word) => said.includes(word)).join(' ')
    : undefined;
}

function readOpacity(value: string): string | undefined {
  const [, number, percent] = NUMBER.exec(value) ?? [];
  if (number === undefined) return undefined;
  return String(Math.min(Number(number) / (percent ? 100 : 1), 1));
}
