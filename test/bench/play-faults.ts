// Plays under seeded faults in Chromium: N schedules from SEED on, so many at a time. Prints what was wrong, and how
// long playbacks took to recover. With `trace` as the fourth word, it tells what happened in those that were wrong or slow.
import { percentile } from '../support/live-viewer.ts';
import {
  describeSchedule,
  makePlaySchedule,
  type PlaySchedule,
} from '../support/play-faults/play-schedule.ts';
import { PlayPages } from '../support/play-faults/play-page.ts';
import { SLOW_MS } from '../support/play-faults/judge-play.ts';

const [, , count = '200', seed = String(Math.floor(Math.random() * 1_000_000_000)), lanes = '8', last] =
  process.argv;
const isTraced = last === 'trace';
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`${count} schedules from seed ${seed}, ${lanes} at a time`);
const ends = new Map<string, number>();
const recoveries: number[] = [];
let done = 0;
let wrong = 0;

function* schedules(): Generator<PlaySchedule> {
  for (let at = 0; at < Number(count); at++) yield makePlaySchedule(Number(seed) + at);
}

const pages = await PlayPages.open();
await pages.runAll(
  schedules(),
  Number(lanes),
  (schedule, { fault, ended, code, recoveries: took, trace }) => {
    const end = code === undefined ? ended : `${ended}: ${code}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    recoveries.push(...took);
    done += 1;
    if (took.some((ms) => ms > SLOW_MS))
      print(`  slow (${String(Math.max(...took))} ms): ${describeSchedule(schedule)}`);
    if (fault !== undefined) {
      wrong += 1;
      print(`  WRONG: ${fault} (${end})\n         ${describeSchedule(schedule)}`);
    }
    if (isTraced) trace?.forEach((line) => print(`           ${line}`));
    if (done % 50 === 0) print(`  ${String(done)} done, ${String(wrong)} wrong`);
  },
);
await pages.close();
print(JSON.stringify(Object.fromEntries(ends)));
print(
  `${String(done)} playbacks, ${String(wrong)} wrong; ${String(recoveries.length)} stood still at the end of a fault: ` +
    `p50 ${String(percentile(recoveries, 50))} ms, p95 ${String(percentile(recoveries, 95))} ms, ` +
    `worst ${String(Math.max(0, ...recoveries))} ms`,
);
process.exit(wrong === 0 ? 0 : 1);
