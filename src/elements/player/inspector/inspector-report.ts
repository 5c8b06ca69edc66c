import type { HistoryTotals, Sample } from './history.ts';
import type { InspectedRequest } from './inspected-request.ts';

/** An event that the player reported. */
export interface InspectedEvent {
  /** Milliseconds on the page's clock. */
  at: number;
  type: string;
  /** Its details, in one line. */
  details: string;
}

/** What the inspector knows, as it is copied for a bug report. */
export interface InspectorReport {
  facts: Readonly<Record<string, string>>;
  totals: Readonly<HistoryTotals>;
  samples: readonly Sample[];
  requests: readonly InspectedRequest[];
  events: readonly InspectedEvent[];
}

/** The report as JSON. What it is made of contains no query and no token. */
export function reportText(report: InspectorReport, browser: string): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
  return JSON.stringify({ ...report, browser }, rounded, 2);
}
