import type { XmlElement } from './read-xml.ts';

/** What a document says of the look of something: the attributes of TTML's styling, by their names. */
export type TtmlStyle = ReadonlyMap<string, string>;

const MAX_REFERENCES = 8;
/** What an element takes from those around it. */
const INHERITED = ['color', 'fontStyle', 'fontWeight', 'textDecoration', 'textAlign', 'writingMode'];
/** All that is read of styles: a document may say what else it likes. */
const KNOWN = new Set([...INHERITED, 'backgroundColor', 'ruby', 'origin', 'extent', 'displayAlign']);
const COLORS: Readonly<Record<string, string>> = {
  ...{ 'white': 'white', '#ffffff': 'white', 'lime': 'lime', '#00ff00': 'lime', 'cyan': 'cyan' },
  ...{ 'aqua': 'cyan', '#00ffff': 'cyan', 'red': 'red', '#ff0000': 'red', 'yellow': 'yellow' },
  ...{ '#ffff00': 'yellow', 'magenta': 'magenta', 'fuchsia': 'magenta', '#ff00ff': 'magenta' },
  ...{ 'blue': 'blue', '#0000ff': 'blue', 'black': 'black', '#000000': 'black' },
};

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
        if (id && one.name === 'style') this.#styles.set(id, one);
        if (id && one.name === 'region') this.#regions.set(id, one);
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

  /** The style of a region: its attributes, and those of the styles in it. */
  region(id: string | undefined): TtmlStyle {
    const known = this.#resolved.get(id ?? '');
    if (known) return known;
    const region = this.#regions.get(id ?? '');
    const inside = (region?.children ?? []).filter(
      (child) => typeof child !== 'string' && child.name === 'style',
    );
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
    const own = this.#own(style, depth + 1);
    this.#resolved.set(key, new Map(own));
    return own;
  }
}

/** The tags of WebVTT that look like a style, beside those of what is around it. */
export function tagsOf(style: TtmlStyle, around: TtmlStyle): { open: string; close: string } {
  const changed = (name: string, value: string) => style.get(name) === value && around.get(name) !== value;
  const colors = [
    [style.get('color'), around.get('color'), ''],
    [style.get('backgroundColor'), undefined, 'bg_'],
  ].flatMap(([color, outer, prefix]) => {
    const name =
      COLORS[color?.toLowerCase().slice(0, 16) ?? ''] ?? COLORS[color?.toLowerCase().slice(0, 7) ?? ''];
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

/** The settings of WebVTT for a paragraph in a region. */
export function settingsOf(region: TtmlStyle, style: TtmlStyle): string {
  const mode = style.get('writingMode') ?? region.get('writingMode') ?? '';
  const align = style.get('textAlign') ?? region.get('textAlign');
  const settings = [
    ...(mode === 'tbrl' || mode === 'tb' ? ['vertical:rl'] : mode === 'tblr' ? ['vertical:lr'] : []),
    ...(align && /^(start|end|left|right)$/.test(align) ? [`align:${align}`] : []),
  ];
  const [x, y] = percents(region.get('origin'));
  const [width, height] = percents(region.get('extent'));
  if (x === undefined || y === undefined || mode.startsWith('tb')) return settings.join(' ');
  const isAtBottom = region.get('displayAlign') === 'after' || y + (height ?? 0) / 2 > 60;
  // The bottom is where captions stand by themselves, above the controls.
  if (!isAtBottom) {
    const middle = region.get('displayAlign') === 'center' ? (height ?? 0) / 2 : 0;
    settings.unshift(`line:${round(y + middle)}%`);
  }
  if (width !== undefined && (x > 15 || x + width < 85)) {
    const anchor = { start: 0, left: 0, end: 1, right: 1 }[align ?? ''] ?? 0.5;
    settings.push(`position:${round(x + width * anchor)}%`, `size:${round(width)}%`);
  }
  return settings.join(' ');
}

function percents(text = ''): [number?, number?] {
  const [, first, second] = /^\s*(\d{1,3}(?:\.\d{1,9})?)%\s+(\d{1,3}(?:\.\d{1,9})?)%/.exec(text) ?? [];
  if (first === undefined || second === undefined) return [];
  return [Math.min(Number(first), 100), Math.min(Number(second), 100)];
}

function round(value: number): number {
  return Math.round(Math.min(value, 100) * 100) / 100;
}
