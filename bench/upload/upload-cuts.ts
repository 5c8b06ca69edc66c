// npm run bench -- upload-cuts [count] [seed] [processes]: an upload of 64 KiB by each wire, once for every byte at which
// its connection can be cut, in both directions. A smaller count takes as many that lie evenly among them. The seed only
// names the progress. A long run: --minutes, --report, --again, --only NUMBER, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { cutFault, cuts } from '../../test/upload/support/faults/cut-run.ts';
import { runInWorkers } from '../support/upload/fault-workers.ts';

const all = [...cuts(1, 1)];
/** A prime: from one to the next, so that the first thousand are of every wire. */
const STEP = 99_991;

const run = ResumableRun.start({
  name: 'upload-cuts',
  what: 'uploads of 64 KiB by each wire, each cut at another byte, in both directions',
  count: all.length,
  lanes: 2,
  isNumbered: true,
  tally: { struck: 0 },
  figure: ({ struck }) => `${struck.toLocaleString('en')} of them cut`,
});

function* schedules() {
  for (const number of run.seeds()) {
    const cut = all[(number * STEP) % all.length];
    if (cut) yield { ...cut, seed: number };
  }
}

await runInWorkers(schedules(), run.lanes, (outcome, schedule) => {
  run.tally.struck += outcome.struck;
  run.done(schedule.seed, cutFault(outcome, schedule));
});
run.end();
