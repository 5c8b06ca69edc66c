// npm run bench -- sandbox-power [count] [seed]: cuts the power at every moment of an upload in parts and by tus, of copies,
// pictures, packaging with webhooks and recordings: first with all dropped that was not synced, then, with other seeds,
// with some of it. Wrong is a next start that lost what was acknowledged, or does not go on. A long run: --minutes,
// --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { PowerCuts } from '../../test/sandbox/sweeps/support/power-cuts.ts';
import { SCENARIOS } from '../../test/sandbox/sweeps/support/scenarios/all.ts';
import { withSweepTimeout } from '../support/sandbox/sweep-timeout.ts';

const run = ResumableRun.start({
  name: 'sandbox-power',
  what: 'power cuts of the sandbox, each round at every moment of each scenario',
  count: 40 * SCENARIOS.length,
  isNumbered: true,
  tally: { cuts: 0 },
  figure: ({ cuts }) => `${cuts.toLocaleString('en')} steps swept, ${cuts.toLocaleString('en')} power cuts`,
});
for (const number of run.seeds()) {
  const scenario = SCENARIOS[number % SCENARIOS.length];
  const round = Math.floor(number / SCENARIOS.length);
  if (!scenario) continue;
  const cuts = await PowerCuts.of(scenario);
  const faults: string[] = [];
  for (let at = 0; at < cuts.moments.length; at++) {
    const seed = round === 0 ? undefined : run.seed + number * 1_000 + at;
    const fault = await withSweepTimeout(cuts.cut(at, seed));
    if (fault !== undefined) faults.push(`moment ${at}: ${fault}`);
  }
  run.tally.cuts += cuts.moments.length;
  cuts.end();
  run.done(number, faults.length === 0 ? undefined : `${scenario.name}: ${faults.join('; ')}`);
}
run.end();
