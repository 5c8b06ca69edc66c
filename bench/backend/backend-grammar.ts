// npm run bench -- backend-grammar [count] [seed]: requests from a grammar of hosts, origins, paths, methods, headers of
// proxies and bodies, to the page backend by Node, Express, HTTP/2, Workers, Hono, PHP and Python, 1,000 from each seed.
// Wrong is an answer that the contract does not want, or that one of them gives and another does not. A long run:
// --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { GrammarSites } from '../../test/conformance/support/grammar/grammar-sites.ts';
import { sweepGrammar } from '../../test/conformance/support/grammar/sweep-grammar.ts';

const EACH = 1_000;

const run = ResumableRun.start<{ answers: number; statuses: Record<string, number> }>({
  name: 'backend-grammar',
  what: 'requests from a grammar to the page backend by seven adapters, in three setups',
  count: 200_000,
  each: EACH,
  tally: { answers: 0, statuses: {} },
  figure: ({ answers }) => `${answers.toLocaleString('en')} answers compared`,
  print: ({ statuses }) => console.log(JSON.stringify(statuses)),
});
const sites = await GrammarSites.start();
for (const seed of run.seeds()) {
  const { answers, statuses, faults } = await sweepGrammar(sites.all, seed, EACH);
  run.tally.answers += answers;
  for (const [status, times] of Object.entries(statuses))
    run.tally.statuses[status] = (run.tally.statuses[status] ?? 0) + times;
  run.done(
    seed,
    faults.map((what) => ({ seed, what })),
  );
}
await sites.end();
run.end();
