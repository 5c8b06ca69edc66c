/** The key in `localStorage`: a look at it takes no turn, so that a new film waits for nothing. */
export const FILMS_KEY = 'vh-uploaded-films';

let signOuts = 0;

/** How many visitors have signed out on this page. */
export const countSignOuts = (): number => signOuts;

/** The visitor has signed out: this browser remembers no film any more, of nobody, in no tab. */
export function forgetFilms(): void {
  signOuts++;
  try {
    localStorage.removeItem(FILMS_KEY);
  } catch {
    // Storage is denied.
  }
}
