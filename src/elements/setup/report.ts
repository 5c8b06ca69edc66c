import type * as reports from './reports.ts';

/**
 * Tells the author of the page about a mistake, in the console. The code that has the words is loaded with the first mistake;
 * without it, nothing is said.
 */
export function report(tell: (has: typeof reports) => unknown): void {
  import('./reports.ts').then(tell, () => {});
}
