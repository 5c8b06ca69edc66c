/** What one row says of one viewing. Moments are milliseconds since 1970, positions seconds. */
export interface Report {
  /** The viewing's id; of a player that makes none, the session's. */
  viewing: string;
  /** Missing where another row of the viewing says it. */
  media?: { id: string; kind: 'video' | 'live-stream' } | undefined;
  begunAt?: number | undefined;
  /** When it was sent. */
  sentAt: number;
  /** Until when it tells: a later page may send what an earlier one has stored. */
  heardAt: number;
  /** The same by the clock of the server, where that has added its own. */
  heardByServer?: number;
  /** Who the site says that the viewer is. */
  viewer?: string | undefined;
  userAgent?: string | undefined;
  events: readonly ReportedEvent[];
  /** Only the format `vh` has them. */
  totals?: ReportedTotals | undefined;
}

/** An event that moves, stops or seeks the playhead, or shows another rendition. */
export interface ReportedEvent {
  /** Its number in the viewing; -1 where the format has none. */
  seq: number;
  change: Change;
  emittedAt: number;
  /** The position; of a seek, where it began; of a rendition, its height. */
  at: number;
  /** Where a seek led to. */
  to: number;
}

/** What an event changes. As numbers: a viewing keeps many of them. */
export const CHANGES = { start: 0, stop: 1, seek: 2, rendition: 3, stall: 4, move: 5, end: 6 } as const;
export type Change = (typeof CHANGES)[keyof typeof CHANGES];

/** The sums that a player has counted itself. Lengths are milliseconds. */
export interface ReportedTotals {
  videoStartup: number | undefined;
  exitBeforeStart: boolean;
  failed: boolean;
  watchTime: number;
  watched: readonly (readonly [from: number, to: number])[];
  rebufferCount: number;
  rebufferDuration: number;
}

/** A row that was read: a report, or nothing to count. */
export interface ReadRow {
  report: Report | undefined;
  /** Events of it that could not be read. */
  badEvents: number;
}
