import type { SessionRecord } from '../../store/analytics/session-records.ts';

/** What a site's owner asks of some sessions. Lengths are milliseconds. */
export interface Figures {
  sessions: number;
  plays: number;
  watchTime: number;
  /** From the intent to the first frame; nothing where no page has sent it. */
  startup: { median: number; slowest: number } | null;
  rebuffering: { count: number; duration: number; share: number };
  /** Sessions that were left before the first frame. */
  exits: number;
  failures: number;
}

/** Adds sessions up. */
export class FiguresTotals {
  readonly #startups: number[] = [];
  #sessions = 0;
  #plays = 0;
  #watchTime = 0;
  #rebuffers = 0;
  #rebuffering = 0;
  #exits = 0;
  #failures = 0;

  add({ plays, totals }: Pick<SessionRecord, 'plays' | 'totals'>): void {
    this.#sessions += 1;
    this.#plays += plays;
    this.#watchTime += totals.watchTime ?? 0;
    this.#rebuffers += totals.rebufferCount ?? 0;
    this.#rebuffering += totals.rebufferDuration ?? 0;
    this.#exits += Number(totals.exitBeforeStart ?? false);
    this.#failures += Number(totals.failed ?? false);
    if (totals.videoStartup !== undefined) this.#startups.push(totals.videoStartup);
  }

  figures(): Figures {
    const startups = this.#startups.toSorted((one, other) => one - other);
    const expected = this.#watchTime + this.#rebuffering;
    return {
      sessions: this.#sessions,
      plays: this.#plays,
      watchTime: this.#watchTime,
      startup:
        startups.length === 0
          ? null
          : { median: percentile(startups, 0.5), slowest: percentile(startups, 0.95) },
      rebuffering: {
        count: this.#rebuffers,
        duration: this.#rebuffering,
        share: expected === 0 ? 0 : this.#rebuffering / expected,
      },
      exits: this.#exits,
      failures: this.#failures,
    };
  }
}

/** The smallest value that so large a share of them does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
