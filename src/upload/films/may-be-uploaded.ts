import { FILMS_KEY } from './forget-films.ts';

/** True where this browser remembers a film of that size. Of another one, nothing need be read, and no code loaded. */
export function mayBeUploaded({ size }: File): boolean | undefined {
  try {
    // As `JSON.stringify` writes it.
    return localStorage.getItem(FILMS_KEY)?.includes(`"size":${String(size)},`);
  } catch {
    // Storage is denied.
    return false;
  }
}
