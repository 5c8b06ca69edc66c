import { colorClass } from '../cues/cue-colors.ts';
import type { XmlElement } from './read-xml.ts';

/** A document's styling of one element: the attributes of TTML's styling, by their names. */
export type TtmlStyle = ReadonlyMap<string, string>;

const MAX_REFERENCES = 8;
/** Styles and regions of a document, and styles in one of its regions. */
const MAX_STYLES = 1_000;
const MAX_STYLES_OF_REGION = 32;
/** The styles that an element inherits. */
const INHERITED = [
  ...['color', 'fontStyle', 'fontWeight', 'textDecoration', 'textAlign', 'visibility', 'writingMode'],
];
/** All that is read of styles: a document may say what else it likes. */
const KNOWN = new Set([
  ...INHERITED,
  'backgroundColor',
  'ruby',
  'display',
  'origin',
  'extent',
  'displayAlign',
]);

/** The named styles and regions of a document. */
export class TtmlStyles {
  readonly #styles = new Map<string, XmlElement>();
  readonly #regions = new Map<string, XmlElement>();
  readonly #resolved = new Map<string, TtmlStyle>();

  constructor(head: XmlElement | undefined) {
    for (const child of head?.children ?? []) {
      if (typeof child === 'string') continue;
      for (const one of child.children) {
        if (typeof one === 'string') continue;
        const id = one.attributes.get('id');
        const named = one.name === 'style' ? this.#styles : this.#regions;
        if (id && /^(style|region)$/.test(one.name) && named.size < MAX_STYLES) named.set(id, one);
      }
    }
  }

  /** The style of an element inside another one. */
  of(element: XmlElement, around: TtmlStyle = new Map()): TtmlStyle {
    const inherited = INHERITED.flatMap((name) => {
      const value = around.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return new Map([...inherited, ...this.#own(element, 0)]);
  }

  /** The styles that an element takes from its region, where its ancestors set none. */
  inRegion(region: TtmlStyle, around: TtmlStyle): TtmlStyle {
    return new Map([...[...region].filter(([name]) => INHERITED.includes(name)), ...around]);
  }

  /** The style of a region: its attributes, and those of the styles in it. */
  region(id: string | undefined): TtmlStyle {
    const known = this.#resolved.get(id ?? '');
    if (known) return known;
    const region = this.#regions.get(id ?? '');
    const inside = (region?.children.slice(0, 4 * MAX_STYLES_OF_REGION) ?? [])
      .filter((child) => typeof child !== 'string' && child.name === 'style')
      .slice(0, MAX_STYLES_OF_REGION);
    const style = new Map([
      ...inside.flatMap((child) => this.#own(child as XmlElement, 0)),
      ...(region ? this.#own(region, 0) : []),
    ]);
    this.#resolved.set(id ?? '', style);
    return style;
  }

  /** Its own attributes over those of the styles that it names. */
  #own({ attributes }: XmlElement, depth: number): [string, string][] {
    const names = depth < MAX_REFERENCES ? (attributes.get('style')?.split(/\s+/, MAX_REFERENCES) ?? []) : [];
    const own = [...attributes].filter(([name]) => KNOWN.has(name));
    return [...names.flatMap((name) => this.#named(name, depth)), ...own];
  }

  #named(name: string, depth: number): [string, string][] {
    const key = `style ${name}`;
    const known = this.#resolved.get(key);
    if (known) return [...known];
    const style = this.#styles.get(name);
    if (!style) return [];
    // While it is being read, a style that names itself is empty.
    this.#resolved.set(key, new Map());
    const own = new Map(this.#own(style, depth + 1));
    this.#resolved.set(key, own);
    return [...own];
  }
}

/** The tags of WebVTT that look like a style, without those of the enclosing elements. */
export function tagsOf(style: TtmlStyle, around: TtmlStyle): { open: string; close: string } {
  const changed = (name: string, value: string) => style.get(name) === value && around.get(name) !== value;
  const colors = [
    [style.get('color'), around.get('color'), ''],
    [style.get('backgroundColor'), undefined, 'bg_'],
  ].flatMap(([color, outer, prefix]) => {
    const name = colorClass(color);
    return name === undefined || color === outer ? [] : [`${String(prefix)}${name}`];
  });
  const tags = [
    ...(colors.length > 0 ? [`c.${colors.join('.')}`] : []),
    ...(changed('fontStyle', 'italic') || changed('fontStyle', 'oblique') ? ['i'] : []),
    ...(changed('fontWeight', 'bold') ? ['b'] : []),
    ...(changed('textDecoration', 'underline') ? ['u'] : []),
  ];
  return {
    open: tags.map((tag) => `<${tag}>`).join(''),
    close: [...tags]
      .reverse()
      .map((tag) => `</${tag.split('.')[0] ?? ''}>`)
      .join(''),
  };
}
