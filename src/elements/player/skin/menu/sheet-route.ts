import type { PlayerWords } from '../../../../locales/en/player.ts';
import type { MenuPage } from './pages/menu-page.ts';

/** The first page, the list of keys, the id of a page of choices, or a link to copy by hand. */
export type SheetRoute = 'first' | 'keys' | { readonly page: string } | { readonly link: string };

/** The id of a page, the same in every language. */
export function idOf({ id, name }: MenuPage): string {
  return id ?? name;
}

/** The link to copy by hand, at that place. */
export function linkOf(place: SheetRoute): string | undefined {
  return typeof place === 'object' && 'link' in place ? place.link : undefined;
}

/** The page of choices at that place. */
export function pageAt(place: SheetRoute, pages: readonly MenuPage[]): MenuPage | undefined {
  if (typeof place !== 'object' || !('page' in place)) return undefined;
  return pages.find((page) => idOf(page) === place.page);
}

/** The title of that place. */
export function titleOf(place: SheetRoute, page: MenuPage | undefined, words: PlayerWords): string {
  if (place === 'keys') return words.keys;
  if (linkOf(place) !== undefined) return words.linkNotCopied;
  return page?.title ?? words.settings;
}

/** The `data-page` of the row that leads to that place. */
export function rowOf(place: SheetRoute): string {
  return typeof place === 'object' ? ('page' in place ? place.page : '') : place;
}

/** The route of a control's name. */
export function placeOf(name: string, pages: readonly MenuPage[]): SheetRoute {
  if (name === 'keys') return 'keys';
  return pages.some((page) => idOf(page) === name) ? { page: name } : 'first';
}
