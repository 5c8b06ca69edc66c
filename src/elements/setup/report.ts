import type * as reports from './reports.ts';

/** The words for mistakes of the page's author: loaded with the first one; undefined where they cannot be. */
export const loadReports = (): Promise<typeof reports | undefined> =>
  import('./reports.ts').catch(() => undefined);

/** Tells the author of the page about a mistake, in the console; without the words for it, nothing is said. */
export function report(tell: (has: typeof reports) => unknown): void {
  void loadReports().then((has) => has && tell(has));
}
