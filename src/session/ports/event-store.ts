import type { EventFormat } from './event-format.ts';
import type { Viewing, ViewingEvent, ViewingTotals } from './viewing.ts';

/** The version of all that session events store. The first one wrote none. */
export const STORED_VERSION = 2;

/** A viewing on its way to one collector, as it is stored. */
export interface StoredViewing {
  /** Of the code that has stored it; absent in the first one. */
  version?: number;
  /** Names the viewing and its collector. */
  key: string;
  viewing: Viewing;
  /** The collector's base address. */
  collector: string;
  format: EventFormat['name'];
  /** True where the page delivers in its own way: another page needs the same one. */
  hasTransport: boolean;
  /** The visitor of the device whose viewing this is. */
  subject: string | undefined;
  /** The totals that were measured. */
  totals: Partial<ViewingTotals>;
  /** Lost events that no delivery has reported. */
  dropped: number;
  /** The collector's own name of the session, once it has answered one. */
  sessionId: string | undefined;
  /** Milliseconds since 1970: until then, its page counts as alive and delivers its own events. */
  aliveUntil: number;
  /** Milliseconds since 1970, in a stored viewing of a newer version that says no time: when it was found. */
  foundAt?: number;
}

/** Where events wait for their delivery. Every call may reject: a browser may store nothing. */
export interface EventStore {
  /** Stores a viewing as it is now, and more of its events. */
  put: (viewing: StoredViewing, events: readonly ViewingEvent[]) => Promise<void>;
  /** Deletes events that were delivered or dropped. */
  remove: (key: string, seqs: readonly number[]) => Promise<void>;
  /** Deletes a viewing and its events. */
  forget: (key: string) => Promise<void>;
  list: () => Promise<StoredViewing[]>;
  events: (key: string) => Promise<ViewingEvent[]>;
  /** Whether collectors keep each event once, by format and address, as far as they have answered. */
  collectors: () => Promise<ReadonlyMap<string, boolean>>;
  putCollector: (collector: string, keepsOnce: boolean) => Promise<void>;
}
