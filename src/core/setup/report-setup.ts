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
