import type { VhErrorCode } from '../errors/vh-error.ts';
import { pageWide } from '../page-wide.ts';
import { writeToConsole } from './write-to-console.ts';

/** Lines that the console has already. */
const reported = pageWide('reported-setup/1', () => new Set<string>());

/** Warns the author of the page about a mistake in its set-up: one line on the console, once. Load this when there is one. */
export function reportSetup(code: VhErrorCode, sentence: string): void {
  const line = `vh-elements: ${code}: ${sentence} See docs/errors.md#${code} in the package vh-elements`;
  if (reported.has(line)) return;
  reported.add(line);
  writeToConsole(line);
}

/** Warns the author that the page's policy stops requests to a place. */
export function reportStopped(place: string, directive: string): void {
  reportSetup('blocked-by-policy', policyAdvice(place, directive));
}

/** What to add to the page's policy. */
export function policyAdvice(place: string, directive: string): string {
  return `The page's CSP lacks ${place.replace(/^blob$/, 'blob:')} in ${directive}: add it.`;
}
