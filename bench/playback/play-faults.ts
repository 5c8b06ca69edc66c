// npm run bench -- play-faults [count] [seed] [lanes]: so many playbacks in Chromium, each under the faults of its seed.
// Prints the faults, and how long playbacks took to recover; with `--only SEED`, all that happened in that one.
// A long run: --minutes, --report, --again, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { percentile } from '../../test/e2e/live/support/live-viewer.ts';
import { describeSchedule, makePlaySchedule } from '../../test/e2e/support/play-faults/play-schedule.ts';
import { PlayPages } from '../../test/e2e/support/play-faults/play-page.ts';
import { SLOW_MS } from '../../test/e2e/support/play-faults/judge-play.ts';

const run = ResumableRun.start<{ ends: Record<string, number>; recoveries: number[] }>({
  name: 'play-faults',
  what: 'playbacks in Chromium, each under faults of its own',
  count: 200,
  lanes: 8,
  tally: { ends: {}, recoveries: [] },
  figure: ({ recoveries }) =>
    `${recoveries.length} stood still at the end of a fault: p50 ${percentile(recoveries, 50)} ms, ` +
    `p95 ${percentile(recoveries, 95)} ms, worst ${Math.max(0, ...recoveries)} ms`,
  print: ({ ends }) => console.log(JSON.stringify(ends)),
});

function* schedules() {
  for (const seed of run.seeds()) yield makePlaySchedule(seed);
}

const pages = await PlayPages.open();
await pages.runAll(schedules(), run.lanes, (schedule, { fault, ended, code, recoveries, trace }) => {
  const end = code === undefined ? ended : `${ended}: ${code}`;
  run.tally.ends[end] = (run.tally.ends[end] ?? 0) + 1;
  run.tally.recoveries.push(...recoveries);
  if (recoveries.some((ms) => ms > SLOW_MS))
    console.log(`  slow (${Math.max(...recoveries)} ms): ${describeSchedule(schedule)}`);
  if (run.isSingle) trace?.forEach((line) => console.log(`  ${line}`));
  run.done(schedule.seed, fault && `${fault} (${end})\n  ${describeSchedule(schedule)}`);
});
await pages.close();
run.end();
