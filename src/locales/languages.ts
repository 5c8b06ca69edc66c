import type { ElementWords } from './element-words.ts';

// One chunk a language, fetched when a page wants it. A literal import each, so that every bundler sees them.
/** The languages that there are words for, beside English. */
export const languages: Record<string, () => Promise<{ default: ElementWords }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  zh: () => import('./zh.ts'),
};
