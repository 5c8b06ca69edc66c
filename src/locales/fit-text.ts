import type { Plural } from './format/plural.ts';

/** A text in the shape of the original. Other values, as JavaScript may pass, would end an element's render. */
export function fit(text: unknown, original: unknown): string | Plural | undefined {
  if (typeof original === 'string') return typeof text === 'string' ? text : undefined;
  if (typeof original !== 'object') return undefined;
  if (typeof text === 'string') return { other: text };
  return isPlural(text) ? text : undefined;
}

function isPlural(text: unknown): text is Plural {
  if (typeof text !== 'object' || text === null || !('other' in text)) return false;
  return Object.values(text).every((form) => typeof form === 'string');
}
