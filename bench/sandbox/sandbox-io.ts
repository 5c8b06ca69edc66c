// npm run bench -- sandbox-io: fails every call of the sandbox's storage in turn, one and then five in a row, under
// uploads in parts and by tus, copies, pictures, packaging with webhooks, recordings, and restarts. Wrong is a sandbox
// that dies, hangs, answers with another error, or has lost what it acknowledged. A long run: --minutes, --report,
// --again, --only NUMBER, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { failStorage } from '../../test/sandbox/sweeps/support/io-sweep.ts';
import { SCENARIOS } from '../../test/sandbox/sweeps/support/scenarios/all.ts';
import { withSweepTimeout } from '../support/sandbox/sweep-timeout.ts';

/** More calls than the longest scenario makes; steps behind the last one inject nothing, and are not counted. */
const MOST_CALLS = 800;
/** Coprime to it: from one to the next, so that a slice is of every part of a scenario. */
const STRIDE = 331;
const BURSTS = [1, 5];
const each = SCENARIOS.flatMap((scenario) => BURSTS.map((count) => ({ scenario, count })));

const run = ResumableRun.start({
  name: 'sandbox-io',
  what: "calls of the sandbox's storage that fail, one and five in a row",
  count: MOST_CALLS * each.length,
  isNumbered: true,
  tally: { steps: 0, failed: 0, refusals: 0 },
  figure: ({ steps, failed, refusals }) =>
    `${steps.toLocaleString('en')} steps swept, ${failed.toLocaleString('en')} faults injected, ` +
    `${refusals.toLocaleString('en')} reported to the client`,
});
/** From here on a combination of scenario and burst has nothing left to fail. */
const ends = new Map<number, number>();
for (const number of run.seeds()) {
  const [from, which] = [(Math.floor(number / each.length) * STRIDE) % MOST_CALLS, number % each.length];
  const one = each[which];
  let fault: string | undefined;
  if (one && from < (ends.get(which) ?? Infinity)) {
    const outcome = await withSweepTimeout(failStorage(one.scenario, { from, count: one.count }));
    if (typeof outcome === 'string') fault = outcome;
    else {
      if (outcome.failed === 0) ends.set(which, Math.min(ends.get(which) ?? Infinity, from));
      else run.tally.steps++;
      run.tally.failed += outcome.failed;
      run.tally.refusals += outcome.refusals;
      ({ fault } = outcome);
    }
    if (fault !== undefined) fault = `${one.scenario.name}, ${one.count} from call ${from}: ${fault}`;
  }
  run.done(number, fault);
}
run.end();
