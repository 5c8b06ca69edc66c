import type { PlayerWords } from '../../../../locales/en/player.ts';
import type { MenuPage } from './menu-page.ts';

/** The first page, the list of keys, the title of a page of choices, or a link to copy by hand. */
export type Place = 'first' | 'keys' | { readonly title: string } | { readonly link: string };

/** The link to copy by hand, at that place. */
export function linkOf(place: Place): string | undefined {
  return typeof place === 'object' && 'link' in place ? place.link : undefined;
}

/** What stands above that place, and names it. */
export function titleOf(place: Place, words: PlayerWords): string {
  if (place === 'first') return words.settings;
  if (place === 'keys') return words.keys;
  return 'link' in place ? words.linkNotCopied : place.title;
}

/** The place that a control's name stands for. */
export function placeOf(name: string, pages: readonly MenuPage[]): Place {
  if (name === 'keys') return 'keys';
  const page = pages.find((one) => one.name === name);
  return page ? { title: page.title } : 'first';
}
