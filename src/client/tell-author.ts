import { isVhError } from '../core/vh-error.ts';
import { writeToConsole } from '../core/write-to-console.ts';

/** Backends that the console has named already. */
const told = new Set<string>();

/**
 * Tells the page's author, once for each backend, which setting of the backend may be missing. A browser hides from scripts
 * that a server refused another origin: it looks like a lost connection, and no visitor can mend it.
 */
export function tellAuthor(backend: string, error: unknown): void {
  if (!('location' in globalThis) || !URL.canParse(backend, location.href)) return;
  const page = location.origin;
  const { origin } = new URL(backend, location.href);
  const isRefused = isVhError(error) && error.slug === 'origin-refused';
  const isBlocked = isVhError(error, 'network') && origin !== page && navigator.onLine;
  if (!isRefused && !isBlocked) return;
  if (told.has(origin)) return;
  told.add(origin);
  const start = isRefused
    ? `The backend at ${origin} refuses this page.`
    : `The backend at ${origin} could not be reached. If it runs, it does not allow this page.`;
  writeToConsole(`vh-elements: ${start} Set allowedOrigins: ['${page}'] in createBackend.`);
}
