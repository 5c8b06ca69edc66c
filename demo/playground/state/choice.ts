import type { AttributeFace, Face, StyleFace } from '../face/face.ts';

/** What there is to choose from. */
export interface Offer {
  readonly faces: ReadonlyMap<string, Face>;
  readonly styles: readonly StyleFace[];
  /** Tags of the languages that the elements speak. */
  readonly languages: readonly string[];
  /** Tags of the languages of the caption files beside the film. */
  readonly captions: readonly string[];
}

/** What a visitor has chosen. Each value in it is one that `valueOf…` below has let through. */
export interface Choice {
  readonly tag: string;
  /** Values by name; empty for a switch that is on. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Texts by the slot's name. */
  readonly slots: ReadonlyMap<string, string>;
  /** Values by the custom property's name. */
  readonly theme: ReadonlyMap<string, string>;
  /** Empty for the visitor's own. */
  readonly scheme: '' | 'light' | 'dark';
  /** Empty for the page's own. */
  readonly language: string;
  /** Languages of the `<track>` elements; the first one shows from the start. */
  readonly captions: readonly string[];
}

/** Characters of a text. */
const LONGEST = 200;

/** Nothing chosen yet of an element. */
export const untouched = (tag: string): Choice => ({
  ...{ tag, scheme: '', language: '', captions: [] },
  ...{ attributes: new Map(), slots: new Map(), theme: new Map() },
});

/**
 * A text as it may stand in an attribute or a slot: one line, not too long, and without what turns the order of letters around,
 * since it ends up in code that somebody copies.
 */
export function textOf(given: string): string {
  return given
    .slice(0, LONGEST)
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
}

/** A value of an attribute; undefined if it takes no such value. */
export function valueOfAttribute({ kind, words }: AttributeFace, given: string): string | undefined {
  const value = textOf(given);
  if (kind === 'switch') return given === '' ? '' : undefined;
  if (kind === 'number') return /^\d{1,12}(?:\.\d{1,3})?(?: ?[kMGT]?B)?$/.test(value) ? value : undefined;
  if (kind === 'choice') return words.includes(value) ? value : undefined;
  return value === '' ? undefined : value;
}

/** A value of a custom property: a colour as `#rrggbb`, or a length in pixels. */
export function valueOfStyle({ kind }: StyleFace, given: string): string | undefined {
  if (kind === 'length') return /^(?:\d|[1-5]\d|60)px$/.test(given) ? given : undefined;
  return /^#[\da-f]{6}$/i.test(given) ? given.toLowerCase() : undefined;
}
