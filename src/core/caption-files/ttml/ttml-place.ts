import type { XmlElement } from './read-xml.ts';
import type { TtmlStyle } from './ttml-style.ts';

/** Per cent of the picture that one unit of a document is, across and down. */
export interface TtmlSizes {
  readonly px: Pair | undefined;
  readonly c: Pair;
}

type Pair = readonly [across: number, down: number];

const LENGTH = /^(\d{1,5}(?:\.\d{1,9})?)(%|px|c|rw|rh)$/;

/** How large pixels and cells of a document are: what its root says, else the standard's own. */
export function sizesOf({ attributes }: XmlElement): TtmlSizes {
  const [columns = 32, rows = 15] = numbers(
    attributes.get('cellResolution'),
    /^\s*(\d{1,4})\s+(\d{1,4})\s*$/,
  );
  const [width, height] = numbers(attributes.get('extent'), /^\s*(\d{1,5})px\s+(\d{1,5})px\s*$/);
  return { px: width && height ? [100 / width, 100 / height] : undefined, c: [100 / columns, 100 / rows] };
}

/** The settings of WebVTT for a paragraph in a region. */
export function settingsOf(region: TtmlStyle, style: TtmlStyle, sizes: TtmlSizes): string {
  const mode = style.get('writingMode') ?? region.get('writingMode') ?? '';
  const [align] =
    /^(?:start|end|left|right)$/.exec(style.get('textAlign') ?? region.get('textAlign') ?? '') ?? [];
  const settings = [
    ...(mode === 'tbrl' || mode === 'tb' ? ['vertical:rl'] : mode === 'tblr' ? ['vertical:lr'] : []),
    ...(align ? [`align:${align}`] : []),
  ];
  const [x, y] = percents(region.get('origin'), sizes);
  const [width, height] = percents(region.get('extent'), sizes);
  if (x === undefined || y === undefined || mode.startsWith('tb')) return settings.join(' ');
  const isAtBottom = region.get('displayAlign') === 'after' || y + (height ?? 0) / 2 > 60;
  // The bottom is where captions stand by default, above the controls.
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

/** Two lengths, across and down, as shares of the picture. */
function percents(text: string | undefined, sizes: TtmlSizes): [number?, number?] {
  const [x, y] = (text ?? '')
    .slice(0, 64)
    .trim()
    .split(/\s+/)
    .map((length, axis) => percent(length, axis as 0 | 1, sizes));
  return x === undefined || y === undefined ? [] : [x, y];
}

function percent(length: string, axis: 0 | 1, { px, c }: TtmlSizes): number | undefined {
  const [, count, unit] = LENGTH.exec(length) ?? [];
  if (count === undefined) return undefined;
  // `rw` and `rh` are per cent of the picture, whatever they measure; authors use each for its own axis.
  const one = unit === 'px' ? px?.[axis] : unit === 'c' ? c[axis] : 1;
  return one === undefined ? undefined : Math.min(Number(count) * one, 100);
}

function numbers(text: string | undefined, form: RegExp): number[] {
  const found =
    form
      .exec(text?.slice(0, 64) ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return found.every((number) => number > 0) ? found : [];
}

function round(value: number): number {
  return Math.round(Math.min(value, 100) * 100) / 100;
}
