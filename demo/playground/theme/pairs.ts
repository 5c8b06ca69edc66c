import type { StyleFace } from '../face/face.ts';
import { contrast, readColour, type Rgb } from './contrast.ts';

/** Two colours that lie on each other in some element, and the ratio that they need: 4.5 for text, 3 for anything else. */
interface Pair {
  readonly upper: string;
  readonly lower: string;
  readonly what: string;
  readonly least: 3 | 4.5;
}

const PAIRS: readonly Pair[] = [
  { upper: 'on-accent', lower: 'accent', what: 'Words and signs on buttons', least: 4.5 },
  { upper: 'text', lower: 'surface', what: 'Text', least: 4.5 },
  { upper: 'text-quiet', lower: 'surface', what: 'Secondary text', least: 4.5 },
  { upper: 'text', lower: 'surface-sunken', what: 'Text on what is sunken', least: 4.5 },
  { upper: 'text-quiet', lower: 'surface-sunken', what: 'Secondary text on what is sunken', least: 4.5 },
  { upper: 'danger', lower: 'surface', what: 'Errors', least: 4.5 },
  { upper: 'success', lower: 'surface', what: 'Success', least: 4.5 },
  { upper: 'accent', lower: 'surface', what: 'Buttons and bars', least: 3 },
  { upper: 'accent', lower: 'surface-sunken', what: 'The bar on its track', least: 3 },
  { upper: 'focus', lower: 'surface', what: 'The focus ring', least: 3 },
  { upper: 'line', lower: 'surface', what: 'The edge of the uploader', least: 3 },
];

/** How well one pair of a theme can be told apart in one scheme. */
export interface Verdict {
  readonly what: string;
  readonly scheme: 'light' | 'dark';
  readonly ratio: number;
  readonly least: number;
  readonly isEnough: boolean;
}

/** Each pair of a theme, in the schemes in which a visitor may see it. */
export function judge(
  styles: readonly StyleFace[],
  theme: ReadonlyMap<string, string>,
  scheme: '' | 'light' | 'dark',
): Verdict[] {
  const schemes = scheme === '' ? (['light', 'dark'] as const) : [scheme];
  return PAIRS.flatMap(({ upper, lower, what, least }) =>
    // Without a line of the page's own, the uploader makes its edge strong enough by itself.
    upper === 'line' && !theme.has('--vh-line')
      ? []
      : schemes.flatMap((one) => {
          const [above, below] = [upper, lower].map((name) => colourOf(`--vh-${name}`, styles, theme, one));
          if (!above || !below) return [];
          const ratio = contrast(above, below);
          return [{ ...{ what, scheme: one, ratio, least }, isEnough: ratio >= least }];
        }),
  );
}

/** The colour that a custom property has in a scheme: the theme's, or what the element falls back to. */
export function colourOf(
  name: string,
  styles: readonly StyleFace[],
  theme: ReadonlyMap<string, string>,
  scheme: 'light' | 'dark',
): Rgb | undefined {
  const text = theme.get(name) ?? styles.find((style) => style.name === name)?.default ?? '';
  const [, light = text, dark = text] = /^light-dark\(\s*(\S+)\s*,\s*(\S+)\s*\)$/.exec(text) ?? [];
  return readColour(scheme === 'light' ? light : dark);
}

/** A ratio as people write it, never rounded up to what it does not reach. */
export const ratioInWords = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
