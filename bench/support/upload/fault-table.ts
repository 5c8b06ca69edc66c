import type { FaultSchedule, ScheduleOutcome } from '../../../test/support/upload/faults/fault-schedule.ts';

interface Row {
  'uploads': number;
  'faults met': number;
  'MB of files': number;
  'MB sent': number;
  'wrong': number;
}

/** How schedules ended, as JSON keeps it. */
export interface FaultSum {
  ends: Record<string, Row>;
  scenarios: Record<string, { uploads: number; done: number }>;
  done: number;
  /** The fewest faults that an upload met which was done. */
  fewest: number | null;
}

/** Counts how schedules ended. */
export class FaultTable {
  readonly #sum: FaultSum;

  static empty(): FaultSum {
    return { ends: {}, scenarios: {}, done: 0, fewest: null };
  }

  constructor(sum: FaultSum) {
    this.#sum = sum;
  }

  /** Counts one; returns its fault. */
  note({ fault, ended, struck, sent }: ScheduleOutcome, schedule: FaultSchedule): string | undefined {
    const { wire, size, scenario, hasExtensions } = schedule;
    const { ends, scenarios } = this.#sum;
    const row = (ends[`${wire}, ${ended}`] ??= {
      'uploads': 0,
      'faults met': 0,
      'MB of files': 0,
      'MB sent': 0,
      'wrong': 0,
    });
    row.uploads++;
    row['faults met'] += struck;
    row['MB of files'] += size / 1e6;
    row['MB sent'] += sent / 1e6;
    row.wrong += fault === undefined ? 0 : 1;
    const reported = (scenarios[scenario.kind] ??= { uploads: 0, done: 0 });
    reported.uploads++;
    if (ended === 'done') {
      reported.done++;
      this.#sum.done++;
      this.#sum.fewest = Math.min(this.#sum.fewest ?? Infinity, struck);
    }
    if (fault === undefined) return undefined;
    const of = hasExtensions ? 'with' : 'without';
    return `${wire} ${of} extensions, ${size} B, ${scenario.kind}: ${fault}`;
  }

  get summary(): string {
    return `${this.#sum.done} uploaded in the end, each after ${this.#sum.fewest ?? 0} faults or more`;
  }

  print(): void {
    const rows = Object.entries(this.#sum.ends)
      .sort()
      .map(([kind, row]): [string, Row] => {
        const [files, sent] = [Math.round(row['MB of files']), Math.round(row['MB sent'])];
        return [kind, { ...row, 'MB of files': files, 'MB sent': sent }];
      });
    console.table(Object.fromEntries(rows));
    console.table(Object.fromEntries(Object.entries(this.#sum.scenarios).sort()));
  }
}
