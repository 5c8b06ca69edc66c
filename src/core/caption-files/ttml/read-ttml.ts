import type { Slices } from '../../async/slices.ts';
import { escapeText, MAX_CUE, MAX_CUES, MAX_FILE, type FileCue } from '../cues/cue-file.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { settingsOf, sizesOf, type TtmlSizes } from './ttml-place.ts';
import { tagsOf, TtmlStyles, type TtmlStyle } from './ttml-style.ts';
import { clockOf, timesOf, type TtmlClock } from './ttml-time.ts';

/** Moments at which a paragraph changes: authors have a few. */
const MAX_MOMENTS = 50;
/** Parts that are written in all: a paragraph is written once for each of its moments. */
const MAX_PARTS = 400_000;
/** Elements that are read before others get their turn. */
const SLICE = 32;

interface Span {
  start: number;
  end: number;
}

/** The context of an element. */
interface Surroundings extends Span {
  style: TtmlStyle;
  region: string | undefined;
  language: string | undefined;
  /** True where an author's spaces stay as they are. */
  keepsSpaces: boolean;
}

/** A cue while it is written. */
interface Writing extends Span {
  /** Characters so far: no cue is longer than a reader could read. */
  length: number;
}

/** Whether a text looks like TTML. */
export function isTtml(text: string): boolean {
  return /<(?:\w{1,20}:)?tt[\s>]/.test(text.slice(0, 10_000));
}

/** Reads TTML, IMSC's text profile of it: times, spans, ruby, colours and places. Pictures and animations are left out. */
export function* readTtml(text: string): Slices<FileCue[]> {
  const root = yield* readXml(text.slice(0, MAX_FILE));
  return root?.name === 'tt' ? yield* new TtmlReader(root).read() : [];
}

class TtmlReader {
  readonly #root: XmlElement;
  readonly #clock: TtmlClock;
  readonly #sizes: TtmlSizes;
  readonly #styles: TtmlStyles;
  readonly #cues: FileCue[] = [];
  #parts = 0;
  #steps = 0;

  constructor(root: XmlElement) {
    this.#root = root;
    this.#clock = clockOf(root);
    this.#sizes = sizesOf(root);
    this.#styles = new TtmlStyles(childOf(root, 'head'));
  }

  *read(): Slices<FileCue[]> {
    const body = childOf(this.#root, 'body');
    const { attributes } = this.#root;
    const around = {
      ...{ start: 0, end: Infinity, style: new Map<string, string>(), region: undefined },
      language: attributes.get('lang'),
      keepsSpaces: attributes.get('space') === 'preserve',
    };
    if (body) yield* this.#block(body, around);
    return this.#cues;
  }

  *#block(element: XmlElement, around: Surroundings): Slices<void> {
    const here = this.#enter(element, around);
    if (isHidden(here.style)) return;
    if (element.name === 'p') return yield* this.#paragraph(element, here);
    for (const [child, start] of this.#childrenOf(element, here)) {
      if (++this.#steps % SLICE === 0) yield;
      if (this.#cues.length >= MAX_CUES) return;
      if (typeof child !== 'string' && /^(div|p)$/.test(child.name))
        yield* this.#block(child, { ...here, start });
    }
  }

  *#paragraph(element: XmlElement, here: Surroundings): Slices<void> {
    const moments = new Set([here.start, here.end]);
    yield* this.#collectMoments(element, here, moments);
    const times = [...moments].filter((time) => time >= here.start && time <= here.end).sort((a, b) => a - b);
    const settings = settingsOf(this.#styles.region(here.region), here.style, this.#sizes);
    const outer = tagsOf(here.style, new Map());
    for (const [index, start] of times.entries()) {
      const end = times[index + 1];
      if (end === undefined || !Number.isFinite(end) || this.#cues.length >= MAX_CUES) continue;
      const text = yield* this.#partsOf(element, here, { start, end, length: 0 });
      const words = here.keepsSpaces ? text : trimmedLines(text);
      if (!/[^\s<>]/.test(words.replace(/<[^>]*>/g, ''))) continue;
      this.#cues.push({ start, end, text: outer.open + words + outer.close, settings });
    }
  }

  /** The text of all that is in an element, as far as it shows in the cue's time. */
  *#partsOf(element: XmlElement, here: Surroundings, cue: Writing): Slices<string> {
    let text = '';
    for (const [child, start] of this.#childrenOf(element, here)) {
      if (++this.#steps % SLICE === 0) yield;
      if (++this.#parts > MAX_PARTS || cue.length > MAX_CUE) break;
      const part =
        typeof child === 'string'
          ? this.#words(child, here)
          : yield* this.#inline(child, { ...here, start }, cue);
      cue.length += part.length;
      text += part;
    }
    return text;
  }

  #words(text: string, { keepsSpaces }: Surroundings): string {
    const words = text.slice(0, MAX_CUE);
    return escapeText(keepsSpaces ? words : words.replace(/\s+/g, ' '));
  }

  *#inline(part: XmlElement, around: Surroundings, cue: Writing): Slices<string> {
    if (part.name === 'br') return '\n';
    if (part.name !== 'span') return '';
    const here = this.#enter(part, around);
    const ruby = here.style.get('ruby');
    // Ruby parentheses are for renderers that cannot draw ruby.
    if (here.start > cue.start || here.end < cue.end || isHidden(here.style) || ruby === 'delimiter')
      return '';
    const inside = yield* this.#partsOf(part, here, cue);
    const { open, close } = tagsOf(here.style, around.style);
    const text = open + inside + close;
    if (ruby === 'container') return `<ruby>${text}</ruby>`;
    if (ruby === 'text') return `<rt>${text}</rt>`;
    const { language } = here;
    return language && language !== around.language ? `<lang ${language}>${text}</lang>` : text;
  }

  *#collectMoments(element: XmlElement, around: Surroundings, moments: Set<number>): Slices<void> {
    for (const [child, start] of this.#childrenOf(element, around)) {
      if (++this.#steps % SLICE === 0) yield;
      if (moments.size >= MAX_MOMENTS) return;
      if (typeof child === 'string' || child.name !== 'span') continue;
      const span = timesOf(child, { ...around, start }, this.#clock);
      moments.add(span.start).add(span.end);
      yield* this.#collectMoments(child, { ...around, ...span }, moments);
    }
  }

  /** An element's content, and the time when it may begin: in a sequence, at the end of the one before. */
  *#childrenOf(element: XmlElement, { start, end }: Span): Iterable<[XmlElement | string, number]> {
    const isSequence = element.attributes.get('timeContainer') === 'seq';
    let at = start;
    for (const child of element.children) {
      yield [child, at];
      if (isSequence && typeof child !== 'string' && /^(div|p|span)$/.test(child.name))
        at = timesOf(child, { start: at, end }, this.#clock).end;
    }
  }

  #enter(element: XmlElement, around: Surroundings): Surroundings {
    const { attributes } = element;
    const space = attributes.get('space');
    const region = attributes.get('region');
    const outer =
      region === undefined ? around.style : this.#styles.inRegion(this.#styles.region(region), around.style);
    return {
      ...timesOf(element, around, this.#clock),
      style: this.#styles.of(element, outer),
      region: region ?? around.region,
      language: languageTag(attributes.get('lang')) ?? around.language,
      keepsSpaces: space === undefined ? around.keepsSpaces : space === 'preserve',
    };
  }
}

/** Without the spaces around each line. From a pattern's own ends, a run of spaces would be read again and again. */
function trimmedLines(text: string): string {
  const lines = text.split('\n').map((line) => {
    let [from, to] = [0, line.length];
    while (from < to && isSpace(line[from])) from++;
    while (to > from && isSpace(line[to - 1])) to--;
    return line.slice(from, to);
  });
  return lines.join('\n').trim();
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isHidden(style: TtmlStyle): boolean {
  return style.get('display') === 'none' || style.get('visibility') === 'hidden';
}

/** A tag that may stand in the markup of a cue. */
function languageTag(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z\d-]{1,35}$/.test(text) ? text : undefined;
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => typeof child !== 'string' && child.name === name) as
    XmlElement | undefined;
}
