import type { Database } from '../store/database/database.ts';
import type { Archive } from './archive/export.ts';
import type { Snapshot } from './snapshots.ts';

/** What a route can do to the whole state of the sandbox. One change is made after the other. */
export interface StateControl {
  /** True while another state takes the place of the present one. */
  readonly isReplacing: boolean;
  /** Brings all of it back to that of a first start. The key stays, and no id is given out twice. */
  reset(): Promise<void>;
  snapshots(): readonly Snapshot[];
  /** Keeps the present state under a name, in the place of an earlier one. */
  keep(name: string): Promise<void>;
  /** Brings a kept state back; false when there is none of that name. */
  restore(name: string): Promise<boolean>;
  /** Forgets a kept state; false when there is none of that name. */
  forget(name: string): Promise<boolean>;
  /** All of it in one file, which stays as it is while it is read; `end` takes that away. */
  export(): Promise<Archive & { end: () => void }>;
  /** Puts what `export` gave in the place of the present state; throws the problem of anything else. */
  import(bytes: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Does something between two such changes, and never during one, to the state that this database is of; throws the
   * problem that it has been replaced.
   */
  aloneIn<T>(database: Database, work: () => Promise<T>): Promise<T>;
  /** Puts the clock ahead, and answers how many waits have ended on the way. */
  advance(milliseconds: number): Promise<number>;
}
