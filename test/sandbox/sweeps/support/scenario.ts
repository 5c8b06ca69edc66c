import type { SweepSite } from './sweep-site.ts';

/**
 * What a client does with the sandbox while its storage is swept. `act` continues from the journal: run again
 * after a restart, it first looks whether all that was acknowledged is there, and then does the rest.
 */
export interface Scenario<Journal extends object = object> {
  name: string;
  /** A journal in which nothing has happened yet. */
  begin: () => Journal;
  act: (site: SweepSite, journal: Journal) => Promise<void>;
}
