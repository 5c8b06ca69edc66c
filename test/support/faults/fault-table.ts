import type { FaultSchedule, ScheduleOutcome } from './fault-schedule.ts';

interface Row {
  'uploads': number;
  'faults met': number;
  'MB of files': number;
  'MB sent': number;
  'wrong': number;
}

/** Counts how schedules ended. */
export class FaultTable {
  readonly #began = performance.now();
  readonly #ends = new Map<string, Row>();
  readonly #scenarios = new Map<string, { uploads: number; done: number }>();
  uploads = 0;
  wrong = 0;
  #done = 0;
  #fewest = Infinity;

  /** Counts one, and says what is wrong with it. */
  note({ fault, ended, struck, sent }: ScheduleOutcome, schedule: FaultSchedule): void {
    const { wire, size, seed, scenario, hasExtensions } = schedule;
    const kind = `${wire}, ${ended}`;
    const row = this.#ends.get(kind) ?? {
      'uploads': 0,
      'faults met': 0,
      'MB of files': 0,
      'MB sent': 0,
      'wrong': 0,
    };
    row.uploads++;
    row['faults met'] += struck;
    row['MB of files'] += size / 1e6;
    row['MB sent'] += sent / 1e6;
    row.wrong += fault === undefined ? 0 : 1;
    this.#ends.set(kind, row);
    const told = this.#scenarios.get(scenario.kind) ?? { uploads: 0, done: 0 };
    told.uploads++;
    this.uploads++;
    if (ended === 'done') {
      told.done++;
      this.#done++;
      this.#fewest = Math.min(this.#fewest, struck);
    }
    this.#scenarios.set(scenario.kind, told);
    if (fault === undefined) return;
    this.wrong++;
    const of = hasExtensions ? 'with' : 'without';
    console.log(
      `seed ${String(seed)} (${wire} ${of} extensions, ${String(size)} B, ${scenario.kind}): ${fault}`,
    );
  }

  get summary(): string {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(0);
    return `${String(this.uploads)} uploads in ${seconds} s, ${String(this.wrong)} wrong`;
  }

  print(): void {
    const rows = [...this.#ends].sort().map(([kind, row]): [string, Row] => {
      const [files, sent] = [Math.round(row['MB of files']), Math.round(row['MB sent'])];
      return [kind, { ...row, 'MB of files': files, 'MB sent': sent }];
    });
    console.table(Object.fromEntries(rows));
    console.table(Object.fromEntries([...this.#scenarios].sort()));
    console.log(
      `${this.summary}; ${String(this.#done)} done, each after ${String(this.#fewest)} faults or more`,
    );
  }
}
