// npm run bench -- sandbox-soak [MINUTES] [SEED]: loads a sandbox and a page backend for so many minutes (20 when not
// said) with everything that customers and viewers do, by a clock that is put forward by six hours in each round, and
// compares memory, handles, timers, statements, tables and files at the end of the rounds. Wrong is an amount that grows
// by more than a hundredth an hour of that load, with its whole interval of 95 %. A long run: --minutes, --report, --again,
// --save. A slice continues on the folder of the one before, with a process of its own.
import { mkdirSync, rmSync } from 'node:fs';
import { ResumableRun } from '../support/resumable-run.ts';
import { inRepository } from '../../test/support/repository.ts';
import { fillCaches } from '../support/sandbox/fill-caches.ts';
import { ROUND_HOURS, SETTLED_HOURS, soakRound } from '../../test/sandbox/sweeps/support/soak/soak-round.ts';
import { SoakSite } from '../../test/sandbox/sweeps/support/soak/soak-site.ts';
import {
  grown,
  MOST_GROWTH,
  showTable,
  soakTable,
  type SoakPoint,
} from '../../test/sandbox/sweeps/support/soak/soak-table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const run = ResumableRun.start({
  name: 'sandbox-soak',
  what: 'minutes of mixed load on a sandbox and a page backend, by a fast clock',
  count: 20,
  isNumbered: true,
  tally: { points: [] as SoakPoint[], rounds: 0, requests: 0, now: 0, lives: 0 },
  figure: ({ points, requests, rounds }) => {
    const rows = soakTable(points, SETTLED_HOURS);
    const worst = rows.toSorted((one, other) => other.real.least - one.real.least)[0];
    const of = (name: string) => {
      const row = rows.find((one) => one.name === name);
      if (!row) return `${name} not yet`;
      const [real, clock] = [row.real.slope, row.clock.slope].map((slope) => `${(slope * 100).toFixed(2)} %`);
      return `${name} ${real} an hour (${clock} an hour of its clock)`;
    };
    return (
      `${requests.toLocaleString('en')} requests in ${rounds} rounds, ${(rounds * ROUND_HOURS).toLocaleString('en')} hours of its clock; ` +
      ['heap', 'resident memory', 'open files and sockets', 'prepared statements', 'bytes of the database']
        .map(of)
        .join('; ') +
      `; surely above ${MOST_GROWTH * 100} %: ${grown(rows).length} of ${rows.length} amounts` +
      (worst ? `, the fastest: ${worst.name}` : '')
    );
  },
  missed: ({ points }) => {
    const names = grown(soakTable(points, SETTLED_HOURS)).map(({ name }) => name);
    return names.length > 0 ? `these grow: ${names.join(', ')}` : undefined;
  },
  print: ({ points }) => {
    process.stdout.write(`${showTable(soakTable(points, SETTLED_HOURS))}\n`);
  },
});

const { tally } = run;
const folder = inRepository('.bench', `sandbox-soak-${run.seed}`);
if (tally.rounds === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// At a full second, where the synthetic source has a key frame.
if (tally.now === 0) tally.now = Math.floor(Date.now() / 1000) * 1000;
tally.lives++;
const site = await SoakSite.start(folder, tally.now);
await fillCaches(site);
let round = 0;
for (const minute of run.seeds()) {
  const began = performance.now();
  let fault: string | undefined;
  while (fault === undefined && performance.now() - began < MINUTE_MS) {
    const [started, asked] = [performance.now(), site.requests];
    try {
      await soakRound(site, tally.rounds);
      tally.points.push({
        life: tally.lives,
        round: round++,
        clockHours: ++tally.rounds * ROUND_HOURS,
        realHours: (tally.points.at(-1)?.realHours ?? 0) + (performance.now() - started) / HOUR_MS,
        figures: await site.measure(),
      });
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    tally.requests += site.requests - asked;
    tally.now = site.now;
  }
  run.done(minute, fault);
  if (fault !== undefined) break;
}
await site.end();
run.end();
