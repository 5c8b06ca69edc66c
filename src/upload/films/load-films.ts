/** Films that this browser has uploaded: where it knows one of the size of a chosen file, and once one is stored on a page that asks for that. */
export const loadFilms = () => import('./uploaded-films.ts').catch(() => undefined);
