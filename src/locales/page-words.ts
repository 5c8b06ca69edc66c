import type { ElementWords } from './element-words.ts';

/** Puts the page's own texts in the place of some of an element's. */
export type Amend = <Words extends object>(words: Words, name: keyof ElementWords, locale: string) => Words;

/** Absent where a page has no texts of its own: most have none, so what does it is apart. */
export let amend: Amend | undefined;

export function amendWith(own: Amend): void {
  amend = own;
}
