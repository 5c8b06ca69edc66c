/** The key in `localStorage`: a look at it takes no turn, so that a new film waits for nothing. */
export const FILMS_KEY = 'vh-uploaded-films';

/** How the size of a film is written there. */
const sizeText = (size: number): string => `"size":${String(size)},`;

/** True where this browser remembers a film of that size. Of another size, nothing need be read of the file, and nothing loaded. */
export function mayBeUploaded({ size }: File): boolean {
  try {
    return localStorage.getItem(FILMS_KEY)?.includes(sizeText(size)) === true;
  } catch {
    // Storage is denied.
    return false;
  }
}

/** The visitor has signed out: this browser remembers no film any more, of nobody, in no tab. */
export function forgetFilms(): void {
  try {
    localStorage.removeItem(FILMS_KEY);
  } catch {
    // Storage is denied.
  }
}

/** Finds and remembers films: where there is one of the size of a chosen file, and once one is stored. */
export const loadFilms = () => import('./uploaded-films.ts').catch(() => undefined);
