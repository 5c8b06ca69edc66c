import type { ModeName } from './navigation-plan.ts';

/** Why the next page could not go on by itself: limits of a browser, or a choice of the page. */
export const LIMITS = [
  /** The browser asks again for its file, as after the last tab of the site was closed. */
  'permission',
  /** The page was left before all of its file was copied. */
  'copy',
  /** Another tab, on a page that does not name its visitor. */
  'tab',
  /** The page was left before the upload had begun, or before the worker had its file. */
  'early',
] as const;
export type Limit = (typeof LIMITS)[number];

/** What became of one visit. */
export interface NavigationOutcome {
  mode: ModeName;
  /** Changes of page while the upload was not over. */
  changes: number;
  /** Changes after which it went on without a click. */
  resumed: number;
  /** Clicks where the bytes were not to be had. */
  limits: Partial<Record<Limit, number>>;
  /** Clicks where they were. */
  clicks: number;
  /** Parts' worth of bytes that reached the service beyond those of the file. */
  again: number;
  /** For each change of page, the parts that were sent again because of it; one for each connection may be. */
  againByChange: readonly number[];
  connections: number;
  /** Milliseconds from the begin of a navigation to the first byte that its page sent. */
  resumedAfter: number[];
  questions: number;
  /** Videos beside it that are not whole; changes before a byte had come, each of which may have left one. */
  empty: number;
  emptyChanges: number;
  faults: string[];
}
