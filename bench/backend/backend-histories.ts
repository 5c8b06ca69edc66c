// npm run bench -- backend-histories [count] [seed]: histories of three backends on one state: uploads that are asked for
// at several of them at once, sent, renewed and discarded, while steps are held for up to 25 s, processes are killed
// between any two steps and answers are lost, by a clock of its own. Wrong is an upload with two videos, a grant that
// never comes, a token in use that is refused, bytes that are discarded. A long run: --minutes, --report, --again,
// --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { runHistory } from '../../test/backend/state/support/run-history.ts';

const run = ResumableRun.start({
  name: 'backend-histories',
  what: 'histories of three backends on one state, with steps held, processes killed and answers lost',
  count: 10_000,
  tally: { steps: 0, held: 0, kills: 0, grants: 0, left: 0 },
  figure: ({ steps, held, kills, grants, left }) =>
    `${steps.toLocaleString('en')} steps, ${held.toLocaleString('en')} held, ${kills.toLocaleString('en')} kills, ` +
    `${grants.toLocaleString('en')} grants, ${left.toLocaleString('en')} empty videos left`,
});
for (const seed of run.seeds()) {
  const { faults, ...counts } = await runHistory(seed);
  for (const name of ['steps', 'held', 'kills', 'grants', 'left'] as const) run.tally[name] += counts[name];
  run.done(seed, faults.length === 0 ? undefined : faults.join('; '));
}
run.end();
