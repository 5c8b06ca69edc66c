/** The key in `localStorage`: a look at it takes no turn, so that a new film waits for nothing. */
export const FILMS_KEY = 'vh-uploaded-films';

/** The visitor has signed out: this browser remembers no film any more, of nobody, in no tab. */
export function forgetFilms(): void {
  try {
    localStorage.removeItem(FILMS_KEY);
  } catch {
    // Storage is denied.
  }
}
