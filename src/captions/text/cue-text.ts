import { decodeReferences } from './character-references.ts';

/** A part of a cue: text, an element, or the moment from which the rest is sung or said. */
export type CuePart = string | CueElement | CueStamp;

/** The author's markup: `<b>`, `<v Name>`, `<c.yellow>` and the like. */
export interface CueElement {
  readonly tag: 'b' | 'i' | 'u' | 'c' | 'v' | 'lang' | 'ruby' | 'rt';
  readonly classes: readonly string[];
  /** The voice's name, or the language's tag. */
  readonly annotation: string;
  readonly parts: CuePart[];
}

/** `<00:01.500>` */
export interface CueStamp {
  readonly seconds: number;
}

/** No one reads a longer cue, and a hostile one must not fill the page. */
const MAX_CHARACTERS = 10_000;
const MAX_ELEMENTS = 500;
const MAX_DEPTH = 16;
const MAX_CLASSES = 8;

const TAGS: ReadonlySet<string> = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt']);
const SPACE = /[\t\n\f ]/;
const STAMP = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})$/;

/** Reads the text of a cue as WebVTT says. Unknown markup is left out, and never becomes markup. */
export function parseCueText(text: string): CuePart[] {
  const root: CuePart[] = [];
  const open: CueElement[] = [];
  let elements = 0;
  const write = (part: CuePart) => (open.at(-1)?.parts ?? root).push(part);
  const source = text.slice(0, MAX_CHARACTERS);
  for (let at = 0; at < source.length;) {
    const begin = source.indexOf('<', at);
    const end = begin < 0 ? source.length : begin;
    if (end > at) write(decodeReferences(source.slice(at, end)));
    if (begin < 0) break;
    const close = source.indexOf('>', begin);
    const tag = source.slice(begin + 1, close < 0 ? undefined : close);
    at = close < 0 ? source.length : close + 1;
    if (tag.startsWith('/')) closeTag(tag.slice(1), open);
    else if (/^\d/.test(tag)) {
      const seconds = readStamp(tag);
      if (seconds !== undefined) write({ seconds });
    } else if (open.length < MAX_DEPTH && elements < MAX_ELEMENTS) {
      const element = readTag(tag);
      // A reading stands beside what it is the reading of.
      if (!element || (element.tag === 'rt' && open.at(-1)?.tag !== 'ruby')) continue;
      elements++;
      write(element);
      open.push(element);
    }
  }
  return root;
}

/** The words of a cue, without readings of ruby: they would say everything twice. */
export function plainText(parts: readonly CuePart[]): string {
  return parts.map(wordsOf).join('');
}

/** The voices of a cue, in their order. */
export function voicesOf(parts: readonly CuePart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !('tag' in part)) return [];
    return [...(part.tag === 'v' && part.annotation ? [part.annotation] : []), ...voicesOf(part.parts)];
  });
}

function wordsOf(part: CuePart): string {
  if (typeof part === 'string') return part;
  return 'tag' in part && part.tag !== 'rt' ? plainText(part.parts) : '';
}

function closeTag(name: string, open: CueElement[]): void {
  const last = open.at(-1)?.tag;
  // A reading ends with its ruby.
  if (name === 'ruby' && last === 'rt') open.length -= 2;
  else if (name === last) open.pop();
}

function readTag(source: string): CueElement | undefined {
  const space = source.search(SPACE);
  const [tag = '', ...classes] = (space < 0 ? source : source.slice(0, space)).split('.', MAX_CLASSES + 1);
  if (!TAGS.has(tag)) return undefined;
  const said = space < 0 ? '' : decodeReferences(source.slice(space));
  const annotation = said.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
  return { tag: tag as CueElement['tag'], classes: classes.filter(Boolean), annotation, parts: [] };
}

function readStamp(source: string): number | undefined {
  const [whole, hours, minutes = '', seconds = '', thousandths] = STAMP.exec(source) ?? [];
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const time =
    Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
  return Number.isFinite(time) ? time : undefined;
}
