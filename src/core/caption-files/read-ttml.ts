import { escapeText, MAX_CUES, MAX_FILE, type FileCue } from './cue-file.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { settingsOf, tagsOf, TtmlStyles, type TtmlStyle } from './ttml-style.ts';
import { clockOf, readTime, type TtmlClock } from './ttml-time.ts';

/** Moments at which a paragraph changes: authors have a few. */
const MAX_MOMENTS = 50;
/** Parts that are written in all: a paragraph is written once for each of its moments. */
const MAX_PARTS = 400_000;
/** Characters of one text: no cue is longer. */
const MAX_TEXT = 10_000;

interface Span {
  start: number;
  end: number;
}

/** What is around an element. */
interface Surroundings extends Span {
  style: TtmlStyle;
  region: string | undefined;
  /** True where an author's spaces stay as they are. */
  keepsSpaces: boolean;
}

/** Whether a text looks like TTML. */
export function isTtml(text: string): boolean {
  return /<(?:\w{1,20}:)?tt[\s>]/.test(text.slice(0, 10_000));
}

/** Reads TTML, IMSC's text profile of it: times, spans, ruby, colours and places. Pictures and animations are left out. */
export function readTtml(text: string): FileCue[] {
  const root = readXml(text.slice(0, MAX_FILE));
  if (root?.name !== 'tt') return [];
  const reader = new TtmlReader(root);
  return reader.read();
}

class TtmlReader {
  readonly #root: XmlElement;
  readonly #clock: TtmlClock;
  readonly #styles: TtmlStyles;
  readonly #cues: FileCue[] = [];
  #parts = 0;

  constructor(root: XmlElement) {
    this.#root = root;
    this.#clock = clockOf(root);
    this.#styles = new TtmlStyles(childOf(root, 'head'));
  }

  read(): FileCue[] {
    const body = childOf(this.#root, 'body');
    const keepsSpaces = this.#root.attributes.get('space') === 'preserve';
    const around = { start: 0, end: Infinity, style: new Map(), region: undefined, keepsSpaces };
    if (body) this.#block(body, around);
    return this.#cues;
  }

  #block(element: XmlElement, around: Surroundings): void {
    if (this.#cues.length >= MAX_CUES) return;
    const here = this.#enter(element, around);
    if (element.name === 'p') return this.#paragraph(element, here);
    let start = here.start;
    for (const child of element.children) {
      if (typeof child === 'string' || !/^(div|p)$/.test(child.name)) continue;
      this.#block(child, { ...here, start });
      // In a sequence, each begins where the one before has ended.
      if (element.attributes.get('timeContainer') === 'seq')
        start = this.#times(child, { ...here, start }).end;
    }
  }

  #paragraph(element: XmlElement, here: Surroundings): void {
    const moments = new Set([here.start, here.end]);
    this.#collectMoments(element, here, moments);
    const times = [...moments].filter((time) => time >= here.start && time <= here.end).sort((a, b) => a - b);
    const settings = settingsOf(this.#styles.region(here.region), here.style);
    const outer = tagsOf(here.style, new Map());
    for (const [index, start] of times.entries()) {
      const end = times[index + 1];
      if (end === undefined || !Number.isFinite(end) || this.#cues.length >= MAX_CUES) continue;
      const text = element.children.map((child) => this.#inline(child, here, { start, end })).join('');
      const words = here.keepsSpaces ? text : text.replace(/[ \t]*\n[ \t]*/g, '\n').trim();
      if (!/[^\s<>]/.test(words.replace(/<[^>]*>/g, ''))) continue;
      this.#cues.push({ start, end, text: outer.open + words + outer.close, settings });
    }
  }

  /** The text of a part, as far as it shows in a span of time. */
  #inline(part: XmlElement | string, around: Surroundings, span: Span): string {
    if (++this.#parts > MAX_PARTS) return '';
    if (typeof part === 'string')
      return escapeText(
        around.keepsSpaces ? part.slice(0, MAX_TEXT) : part.slice(0, MAX_TEXT).replace(/\s+/g, ' '),
      );
    if (part.name === 'br') return '\n';
    if (part.name !== 'span') return '';
    const here = this.#enter(part, around);
    if (here.start > span.start || here.end < span.end) return '';
    const inside = part.children.map((child) => this.#inline(child, here, span)).join('');
    const { open, close } = tagsOf(here.style, around.style);
    const text = open + inside + close;
    const ruby = part.attributes.get('ruby') ?? here.style.get('ruby');
    if (ruby === 'container') return `<ruby>${text}</ruby>`;
    return ruby === 'text' ? `<rt>${text}</rt>` : text;
  }

  #collectMoments(element: XmlElement, around: Surroundings, moments: Set<number>): void {
    for (const child of element.children) {
      if (typeof child === 'string' || child.name !== 'span' || moments.size >= MAX_MOMENTS) continue;
      const { start, end } = this.#times(child, around);
      moments.add(start).add(end);
      this.#collectMoments(child, { ...around, start, end }, moments);
    }
  }

  #enter(element: XmlElement, around: Surroundings): Surroundings {
    const space = element.attributes.get('space');
    return {
      ...this.#times(element, around),
      style: this.#styles.of(element, around.style),
      region: element.attributes.get('region') ?? around.region,
      keepsSpaces: space === undefined ? around.keepsSpaces : space === 'preserve',
    };
  }

  /** Times count from where the element around begins, and end with it. */
  #times({ attributes }: XmlElement, { start, end }: Span): Span {
    const begin = start + (readTime(attributes.get('begin'), this.#clock) ?? 0);
    const until = readTime(attributes.get('end'), this.#clock);
    const lasts = readTime(attributes.get('dur'), this.#clock);
    return {
      start: begin,
      end: Math.min(
        end,
        until === undefined ? Infinity : start + until,
        lasts === undefined ? Infinity : begin + lasts,
      ),
    };
  }
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => typeof child !== 'string' && child.name === name) as
    XmlElement | undefined;
}
