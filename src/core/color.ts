/** A colour as numbers: 0 to 255, and its alpha from 0 to 1. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
export const BLACK: Colour = { r: 0, g: 0, b: 0, a: 1 };

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const FUNCTION = /^(rgb|hsl)a?\(\s*([\d.,%/\s+-]{1,60}?)\s*\)$/i;
const NUMBER = /^[+-]?(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})%?$/;

/** Reads `#…`, `rgb()`, `rgba()`, `hsl()` or `hsla()`; nothing for any other text. */
export function readColor(text: string): Colour | undefined {
  if (HEX.test(text)) return readHex(text.slice(1));
  const [, kind = '', inner = ''] = FUNCTION.exec(text) ?? [];
  const parts = inner.split(/\s*[,/]\s*|\s+/);
  if (!kind || parts.length < 3 || parts.length > 4 || !parts.every((part) => NUMBER.test(part)))
    return undefined;
  const [first = '', second = '', third = '', alpha = '1'] = parts;
  const a = clamp(amount(alpha, 1), 1);
  if (kind.toLowerCase() === 'hsl')
    return { ...fromHsl(amount(first, 360), amount(second, 1, 100), amount(third, 1, 100)), a };
  const [r, g, b] = [first, second, third].map((part) => clamp(amount(part, 255), 255));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, a };
}

/** As a style sheet has it: made of numbers, never of the text that was read. */
export function colorText({ r, g, b, a }: Colour): string {
  return `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)} / ${Number(a.toFixed(3))})`;
}

/** The visible colour of one colour over an opaque one. */
export function over(top: Colour, ground: Colour): Colour {
  const mix = (one: number, other: number) => one * top.a + other * (1 - top.a);
  return { r: mix(top.r, ground.r), g: mix(top.g, ground.g), b: mix(top.b, ground.b), a: 1 };
}

/** The contrast of two opaque colours, as WCAG 2 counts it: 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** 0 for black, 1 for white. */
export function luminanceOf({ r, g, b }: Colour): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** The least contrast of an ink on a scrim, whatever picture is below. */
export function leastContrast(ink: Colour, scrim: Colour): number {
  const grounds = [over(scrim, BLACK), over(scrim, WHITE)];
  const isLighter = grounds.map((ground) => luminanceOf(over(ink, ground)) > luminanceOf(ground));
  // Lighter than the one and darker than the other: some picture between them has its very colour.
  if (isLighter[0] !== isLighter[1]) return 1;
  return Math.min(...grounds.map((ground) => contrastOf(over(ink, ground), ground)));
}

function readHex(digits: string): Colour {
  const size = digits.length < 6 ? 1 : 2;
  const [r = 0, g = 0, b = 0, a = 255] = Array.from({ length: digits.length / size }, (_, at) => {
    const part = digits.slice(at * size, (at + 1) * size);
    return parseInt(size === 1 ? part + part : part, 16);
  });
  return { r, g, b, a: a / 255 };
}

/** A number, or a percentage of the whole; a bare number is in `unit`s of it. */
function amount(text: string, whole: number, unit = whole): number {
  return text.endsWith('%') ? (parseFloat(text) / 100) * whole : (parseFloat(text) / unit) * whole;
}

function fromHsl(degrees: number, saturation: number, lightness: number): Omit<Colour, 'a'> {
  const light = clamp(lightness, 1);
  const span = clamp(saturation, 1) * Math.min(light, 1 - light);
  const part = (offset: number) => {
    const at = (((offset + degrees / 30) % 12) + 12) % 12;
    return 255 * (light - span * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return { r: part(0), g: part(8), b: part(4) };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
