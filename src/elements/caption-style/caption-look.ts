import type { CaptionStyle } from '../../captions/index.ts';

/** Families that every system has one of. */
const FAMILIES: Readonly<Record<NonNullable<CaptionStyle['font']>, string>> = {
  'sans': 'system-ui, Arial, Helvetica, sans-serif',
  'serif': 'Georgia, "Times New Roman", serif',
  'mono': 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
  'mono-serif': '"Courier New", Courier, "Liberation Mono", monospace',
  'casual': '"Comic Sans MS", "Chalkboard SE", "Comic Neue", fantasy',
  'script': '"Snell Roundhand", "Segoe Script", "Brush Script MT", cursive',
  'small-caps': 'system-ui, Arial, Helvetica, sans-serif',
};

const WINDOW = '#000000';
const TEXT = '#ffffff';

/** The custom properties and values that a style is drawn with. Made of our own words and of colours that are read. */
export function lookOf(style: CaptionStyle): ReadonlyMap<string, string> {
  const { font, size, color, opacity, background, backgroundOpacity, edge, lineWidth } = style;
  const look = new Map<string, string>();
  if (font) look.set('--_cue-font', FAMILIES[font]);
  if (font === 'small-caps') look.set('--_cue-caps', 'small-caps');
  if (size !== undefined) look.set('--_cue-size', String(size));
  if (color !== undefined || opacity !== undefined)
    look.set('--_cue-color', mix(color ?? TEXT, opacity ?? 1));
  if (background !== undefined || backgroundOpacity !== undefined)
    look.set('--_cue-ground', mix(background ?? '#000000', backgroundOpacity ?? 0.8));
  if (style.window !== undefined || style.windowOpacity !== undefined) {
    look.set('--_cue-window', mix(style.window ?? WINDOW, style.windowOpacity ?? 0.8));
    look.set('--_cue-window-inset', '0.25em 0.4em');
  }
  if (edge) look.set('--_cue-edge', edgeOf(edge, isDark(color ?? TEXT) ? '#fff' : '#000'));
  if (lineWidth !== undefined) look.set('--_cue-line-width', `${lineWidth * 100}%`);
  return look;
}

/** Puts a style on an element, and takes away what an earlier one left. */
export class CaptionLook {
  #applied: { style: CaptionStyle; frame: HTMLElement } | undefined;

  apply(frame: HTMLElement, style: CaptionStyle): void {
    const { applied } = { applied: this.#applied };
    if (applied?.style === style && applied.frame === frame) return;
    const look = lookOf(style);
    const before = applied ? lookOf(applied.style) : new Map<string, string>();
    for (const name of before.keys()) if (!look.has(name)) frame.style.removeProperty(name);
    for (const [name, value] of look) frame.style.setProperty(name, value);
    for (const position of ['top', 'bottom'])
      frame.classList.toggle(`at-${position}`, style.position === position);
    frame.classList.toggle('coloured', look.has('--_cue-color') || look.has('--_cue-ground'));
    this.#applied = { style, frame };
  }
}

/** A colour with what shines through it. */
export function mix(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function edgeOf(edge: NonNullable<CaptionStyle['edge']>, color: string): string {
  const at = (...offsets: readonly [x: number, y: number][]) =>
    offsets.map(([x, y]) => `${x}em ${y}em 0 ${color}`).join(', ');
  if (edge === 'shadow') return `0.06em 0.06em 0.1em ${color}, 0 0 0.15em ${color}`;
  if (edge === 'raised') return at([0.03, 0.03], [0.06, 0.06], [0.09, 0.09]);
  if (edge === 'sunken') return at([-0.03, -0.03], [-0.06, -0.06], [0.03, 0.03]);
  const d = 0.06;
  return edge === 'outline'
    ? at([d, 0], [-d, 0], [0, d], [0, -d], [d, d], [-d, d], [d, -d], [-d, -d])
    : 'none';
}

function isDark(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return (red ?? 0) * 0.299 + (green ?? 0) * 0.587 + (blue ?? 0) * 0.114 < 110;
}
