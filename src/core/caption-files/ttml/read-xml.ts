import type { Slices } from '../../async/slices.ts';

/** One element of a document, with its names stripped of their prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
}

const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 32;
const MAX_ELEMENTS = 400_000;
/** Characters of a tag, and of a text between two: beyond them a tag ends the document, and a text is cut. */
const MAX_TAG = 100_000;
const MAX_TEXT = 20_000;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads as much of XML as captions are written in: elements, attributes, text, CDATA. No document type is obeyed, so there
 * is nothing to expand and nothing to fetch. Each character is looked at once or twice, whatever the document says.
 * Undefined for what has no element at all.
 */
export function* readXml(text: string): Slices<XmlElement | undefined> {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  /** Elements too deep to keep, still open. */
  let ignored = 0;
  const write = (part: string) => {
    if (part !== '' && ignored === 0) open.at(-1)?.children.push(part);
  };
  for (let at = 0; at < text.length;) {
    yield;
    const begin = text.indexOf('<', at);
    if (begin < 0) break;
    write(decode(text.slice(at, Math.min(begin, at + MAX_TEXT))));
    const special = SPECIALS.find(({ from }) => text.startsWith(from, begin));
    if (special) {
      const inside = begin + special.from.length;
      const end = special.name === 'type' ? endOfType(text, inside) : text.indexOf(special.to, inside);
      if (end < 0) break;
      if (special.name === 'data') write(text.slice(inside, Math.min(end, inside + MAX_TEXT)));
      at = end + special.to.length;
      continue;
    }
    const end = endOfTag(text, begin);
    if (end < 0) break;
    const source = text.slice(begin + 1, end);
    at = end + 1;
    if (source.startsWith('/')) {
      if (ignored > 0) ignored--;
      else open.pop();
      // Text behind the root is no part of the document.
      if (open.length === 0) break;
      continue;
    }
    const isEmpty = source.endsWith('/');
    if (ignored > 0 || open.length >= MAX_DEPTH || elements >= MAX_ELEMENTS) {
      if (!isEmpty) ignored++;
      continue;
    }
    elements++;
    const element = readTag(isEmpty ? source.slice(0, -1) : source);
    open.at(-1)?.children.push(element);
    root ??= element;
    if (!isEmpty) open.push(element);
    else if (open.length === 0) break;
  }
  return root;
}

const SPECIALS = [
  { name: 'comment', from: '<!--', to: '-->' },
  { name: 'data', from: '<![CDATA[', to: ']]>' },
  { name: 'type', from: '<!', to: '>' },
  { name: 'instruction', from: '<?', to: '?>' },
] as const;

/** A document type may hold declarations of its own in brackets. */
function endOfType(text: string, from: number): number {
  const end = text.indexOf('>', from);
  if (end < 0 || !text.slice(from, end).includes('[')) return end;
  const close = text.indexOf(']', from);
  return close < 0 ? -1 : text.indexOf('>', close);
}

/** The end of a tag: a `>` inside quotes is none. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  const most = Math.min(text.length, from + MAX_TAG);
  for (let at = from + 1; at < most; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}

// At the start of a word only: from anywhere else, a long one would be read again and again.
const ATTRIBUTE = /(?<=\s)([^\s=/"']{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function readTag(source: string): XmlElement {
  const space = source.search(/\s/);
  const name = localName(space < 0 ? source : source.slice(0, space));
  const attributes = new Map<string, string>();
  if (space >= 0) {
    for (const [, key = '', double, single] of source.slice(space, space + 10_000).matchAll(ATTRIBUTE)) {
      if (attributes.size >= MAX_ATTRIBUTES) break;
      if (!key.startsWith('xmlns')) attributes.set(localName(key), decode(double ?? single ?? ''));
    }
  }
  return { name, attributes, children: [] };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name !== undefined) return NAMED[name] ?? whole;
    const point = Number(decimal ?? `0x${String(hex)}`);
    const isCharacter = point > 0 && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : '\ufffd';
  });
}
