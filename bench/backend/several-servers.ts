// npm run bench -- several-servers [count] [seed] [lanes] --store redis|postgres: four processes of one site's backend share
// a store. Each upload is asked of all of them at once, with one idempotency key; some answers are lost, now and then a
// process is killed and another started, or the store is stopped, by a crash or in order, and started again. Some grants are
// renewed by another process. Wrong is an upload with two videos or none, a renewal that is lost or keeps its old token, and
// a process that gives no grant 5 s after the store is back. A long run: --minutes, --report, --again, --only SEED, --save.
// With --part limits, goodput or overhead instead: grants at each limit by four processes beside one in memory (wrong is
// more than 1 % off), grants a second of four beside one, and what a store costs a grant.
import { parseArgs } from 'node:util';
import { FaultyUploads, NO_FAULTS } from '../../test/support/backend/faulty-uploads.ts';
import { Workers } from '../../test/support/backend/workers.ts';
import { ResumableRun } from '../support/resumable-run.ts';
import { PARTS } from '../support/backend/measure-parts.ts';
import { STORES } from '../../test/support/stores/shared-store.ts';

const PROCESSES = 4;
const RATES = { kill: 0.05, lose: 0.25, restart: 0.005 };

const { values } = parseArgs({ options: { part: { type: 'string' } }, strict: false });
if (values.part !== undefined) {
  const measure = PARTS[String(values.part)];
  if (!measure) throw new Error(`The part is one of ${Object.keys(PARTS).join(', ')}.`);
  process.exit((await measure()) ? 1 : 0);
}

const run = ResumableRun.start({
  name: 'several-servers',
  what: ({ store }) =>
    `uploads that four processes on one ${store === 'redis' ? 'Redis' : 'Postgres'} are asked for at once, with kills, lost answers and a store that restarts`,
  count: 10_000,
  lanes: 24,
  options: { store: { type: 'string', default: 'redis' } },
  tally: { ...NO_FAULTS },
  figure: ({ asked, lost, killed, restarts, renewed, tokensLeft, empty, recoveryMs }) =>
    `${asked.toLocaleString('en')} grants asked for, ${renewed.toLocaleString('en')} renewed, ` +
    `${killed.toLocaleString('en')} processes killed, ${lost.toLocaleString('en')} answers lost, ` +
    `${restarts.toLocaleString('en')} restarts of the store (a grant again after ${String(recoveryMs)} ms at most); ` +
    `left by faults: ${String(empty)} empty videos, ${String(tokensLeft)} tokens until they expire`,
});
const store = run.option('store');
if (store !== 'redis' && store !== 'postgres') {
  throw new Error(`The store is one of ${Object.keys(STORES).join(', ')}.`);
}
const workers = await Workers.start('Node', PROCESSES, store);
const uploads = new FaultyUploads(workers, RATES, run.tally);
try {
  const seeds = run.seeds();
  const lane = async () => {
    for (const seed of seeds) run.done(seed, await uploads.run(seed).catch(String));
  };
  await Promise.all(Array.from({ length: run.lanes }, lane));
} finally {
  await workers.end();
}
run.end();
