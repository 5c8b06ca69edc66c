import { parseJson, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';

/** The fonts to choose from: the eight that the American rules for captions name, less the one that the page has. */
const FONTS = ['sans', 'serif', 'mono', 'mono-serif', 'casual', 'script', 'small-caps'] as const;
/** The edge around the letters. */
const EDGES = ['none', 'shadow', 'raised', 'sunken', 'outline'] as const;
/** Where captions stand, whatever their author says. */
const POSITIONS = ['bottom', 'top'] as const;
/** Parts of the normal size. */
const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
/** Parts of the picture's width that a line may have. */
const LINE_WIDTHS = [0.4, 0.6, 0.8, 1] as const;
/** From clear to solid. */
const OPACITIES = [0, 0.25, 0.5, 0.75, 1] as const;

/** What there is to choose from, by the name of the choice. */
export const STYLE_CHOICES = {
  font: FONTS,
  size: SIZES,
  opacity: OPACITIES,
  edge: EDGES,
  position: POSITIONS,
  lineWidth: LINE_WIDTHS,
} as const;

const COLOR = /^#[\da-f]{6}$/;

/** A viewer's style of captions. Absent properties stay as the author and the player have them. */
export interface CaptionStyle {
  /** True: the browser draws them, as the system's settings say. Nothing else counts then. */
  readonly system?: true;
  readonly font?: (typeof FONTS)[number];
  readonly size?: number;
  /** Of the text: `#rrggbb`, as all colours here. */
  readonly color?: string;
  readonly opacity?: number;
  readonly background?: string;
  readonly backgroundOpacity?: number;
  /** The box around all lines of a cue. */
  readonly window?: string;
  readonly windowOpacity?: number;
  readonly edge?: (typeof EDGES)[number];
  readonly position?: (typeof POSITIONS)[number];
  readonly lineWidth?: number;
}

/** A change: an undefined value takes a choice back. */
export type CaptionStyleChange = { readonly [Name in keyof CaptionStyle]?: CaptionStyle[Name] | undefined };

type Reader = (value: unknown) => string | number | boolean | undefined;

const among =
  (allowed: readonly (string | number)[]): Reader =>
  (value) =>
    allowed.find((one) => one === value);
const within =
  (least: number, most: number): Reader =>
  (value) => {
    const number = readNumber(value);
    return number !== undefined && number >= least && number <= most ? number : undefined;
  };
const color: Reader = (value) => {
  const text = readText(value)?.toLowerCase() ?? '';
  return COLOR.test(text) ? text : undefined;
};

const READERS: Readonly<Record<keyof CaptionStyle, Reader>> = {
  system: (value) => value === true || undefined,
  font: among(FONTS),
  size: within(0.5, 3),
  color,
  opacity: within(0, 1),
  background: color,
  backgroundOpacity: within(0, 1),
  window: color,
  windowOpacity: within(0, 1),
  edge: among(EDGES),
  position: among(POSITIONS),
  lineWidth: within(0.2, 1),
};

/** Reads a style: whatever is not one of our own choices is left out. Names stand in one order. */
export function readStyle(from: unknown): CaptionStyle {
  const record = readRecord(from);
  const entries = Object.entries(READERS)
    .map(([name, read]) => [name, read(record?.[name])] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Reads a kept style. */
export function parseStyle(text: string | null): CaptionStyle {
  return readStyle(parseJson(text ?? undefined));
}

/** The style after a change. */
export function changeStyle(style: CaptionStyle, change: CaptionStyleChange): CaptionStyle {
  return readStyle({ ...style, ...change });
}

/** Whole styles to begin with. */
export const PRESETS = {
  standard: {},
  large: { size: 1.5 },
  contrast: { size: 1.25, color: '#ffffff', opacity: 1, background: '#000000', backgroundOpacity: 1 },
  yellow: { color: '#ffff00', opacity: 1, background: '#000000', backgroundOpacity: 1 },
  system: { system: true },
} as const satisfies Readonly<Record<string, CaptionStyle>>;

/** The name of a whole style. */
export type PresetName = keyof typeof PRESETS;

/** The preset that a style is, or nothing where it is the viewer's own. */
export function presetOf(style: CaptionStyle): PresetName | undefined {
  const names = Object.keys(PRESETS) as PresetName[];
  return names.find((name) => isSameStyle(PRESETS[name], style));
}

/** True where two styles look the same. */
export function isSameStyle(one: CaptionStyle, other: CaptionStyle): boolean {
  return JSON.stringify(readStyle(one)) === JSON.stringify(readStyle(other));
}
