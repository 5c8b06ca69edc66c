// npm run bench -- backend-fuzz [count] [seed]: sends 1,000,000 generated request targets to the page backend, 10,000 from
// each seed. Wrong is one that reached what the contract does not name, and an answer that let a secret out. A long run:
// --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { fuzzBackend } from '../../test/backend/support/fuzz-backend.ts';

const EACH = 10_000;

const run = ResumableRun.start<{ upstream: number; statuses: Record<string, number> }>({
  name: 'backend-fuzz',
  what: 'hostile requests to the page backend: asked outside its templates, or secrets let out',
  count: 1_000_000,
  each: EACH,
  tally: { upstream: 0, statuses: {} },
  figure: ({ upstream }) => `${upstream.toLocaleString('en')} reached the service`,
  print: ({ statuses }) => console.log(JSON.stringify(statuses)),
});
for (const seed of run.seeds()) {
  const { strays, leaks, statuses, upstream } = await fuzzBackend(seed, EACH);
  run.tally.upstream += upstream;
  for (const [status, times] of statuses)
    run.tally.statuses[status] = (run.tally.statuses[status] ?? 0) + times;
  run.done(
    seed,
    [...strays, ...leaks].map((what) => ({ seed, what })),
  );
}
run.end();
