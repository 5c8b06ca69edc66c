// npm run bench -- sandbox-time [count] [seed]: sets the clock on or back by up to an hour between two looks at it, and
// fires timers from a millisecond early to an hour late, under every scheduler of the sandbox. Wrong is one that loses
// something, does it too often or waits for the hour of the day. A long run: --minutes, --report, --again, --only SEED,
// --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { runInTrouble, SCHEDULERS } from '../../test/sandbox/sweeps/support/schedulers.ts';

const HOUR_MS = 3_600_000;
const MOST_LOOKS = 60;

const run = ResumableRun.start({
  name: 'sandbox-time',
  what: 'schedulers of the sandbox by a clock that is set by up to an hour, and timers up to an hour late',
  count: 5_000,
  each: 50,
  tally: { steps: 0 },
  figure: ({ steps }) =>
    `${steps.toLocaleString('en')} steps swept, ${steps.toLocaleString('en')} clocks set and timers shifted`,
});
for (const first of run.seeds()) {
  const faults = [];
  for (let seed = first; seed < first + run.each; seed++) {
    const random = seededRandom(seed);
    const scheduler = SCHEDULERS[seed % SCHEDULERS.length];
    if (!scheduler) continue;
    const jumpMs = Math.round((random() * 2 - 1) * HOUR_MS);
    const lateMs = random() < 0.3 ? -1 : Math.round(random() ** 4 * HOUR_MS);
    const trouble = { jumpAt: Math.floor(random() * MOST_LOOKS), jumpMs, lateMs };
    const { fault } = await runInTrouble(scheduler, trouble);
    if (fault !== undefined)
      faults.push({ seed, what: `${scheduler.name}, ${JSON.stringify(trouble)}: ${fault}` });
    run.tally.steps++;
  }
  run.done(first, faults);
}
run.end();
