import { trendOf, type Trend } from './trend.ts';
import type { SoakFigures } from './soak-messages.ts';

/** The amounts at the end of a round. */
export interface SoakPoint {
  /** Which life of the process, and which round of it. */
  life: number;
  round: number;
  /** Hours of the sandbox's clock since the run began, and real ones of the load. */
  clockHours: number;
  realHours: number;
  figures: SoakFigures;
}

/** A row of the table: an amount, and its growth in an hour of each clock. */
export interface SoakRow {
  name: string;
  level: number;
  real: Trend;
  clock: Trend;
}

/** Growth in an hour that is still none. */
export const MOST_GROWTH = 0.01;

/** Rounds of a process after which its code is compiled and its caches are full. */
const WARM_ROUNDS = 30;

/** What a process has, and not the folder. */
const OF_PROCESS = [
  ...['heap', 'memory outside the heap', 'resident memory', 'open files and sockets'],
  ...['active resources', 'timers of the clock', 'prepared statements'],
];

/** The growth of each amount, once everything has reached the end of its life for the first time. */
export function soakTable(points: readonly SoakPoint[], settledHours: number): SoakRow[] {
  const settled = points.filter(({ clockHours }) => clockHours > settledHours);
  const names = Object.keys(settled[0]?.figures ?? {});
  return names.flatMap((name) => {
    const isOfProcess = OF_PROCESS.includes(name);
    const used = settled.filter(({ round }) => !isOfProcess || round >= WARM_ROUNDS);
    const trend = (hours: 'realHours' | 'clockHours') =>
      trendOf(
        used.map(({ life, figures, [hours]: at }) => ({
          at,
          value: figures[name] ?? 0,
          life: isOfProcess ? life : 0,
        })),
      );
    const [real, clock] = [trend('realHours'), trend('clockHours')];
    const values = used.map(({ figures }) => figures[name] ?? 0).sort((one, other) => one - other);
    const level = values[Math.floor(values.length / 2)] ?? 0;
    return real && clock ? [{ name, level, real, clock }] : [];
  });
}

/** The amounts that have grown: the whole interval of their growth, in an hour of load, is above that. */
export function grown(rows: readonly SoakRow[]): SoakRow[] {
  return rows.filter(({ real }) => real.least > MOST_GROWTH);
}

/** The table as text. */
export function showTable(rows: readonly SoakRow[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  return rows
    .map(({ name, level, real, clock }) =>
      [
        name.padEnd(32),
        Math.round(level).toLocaleString('en').padStart(14),
        `${percent(real.slope)} an hour (${percent(real.least)} to ${percent(real.most)})`.padStart(42),
        `${percent(clock.slope)} an hour of its clock`.padStart(34),
      ].join(''),
    )
    .join('\n');
}
