// npm run bench -- several-workers [count] [seed] [lanes]: four processes of one site's backend share their state: in PHP by a
// folder, Redis or Postgres, in Python by SQLite, Redis or Postgres; uploads take turns at these six sites. Each upload is
// asked of all four at once, with one idempotency key; some answers are lost, now and then a process is killed and another
// started, or the store is stopped, by a crash or in order, and started again. Some grants are renewed by another process.
// Wrong is an upload with two videos or none, a renewal that is lost or keeps its old token, and a process that gives no grant
// 5 s after the store is back. A long run: --minutes, --report, --again, --only SEED, --save. For Node: several-servers.
import { FaultyUploads, NO_FAULTS } from '../../test/support/backend/faulty-uploads.ts';
import { Workers } from '../../test/support/backend/workers.ts';
import { ResumableRun } from '../support/resumable-run.ts';

const PROCESSES = 4;
const RATES = { kill: 0.1, lose: 0.25, restart: 0.02 };
const SITES = [
  ['PHP', undefined],
  ['PHP', 'redis'],
  ['PHP', 'postgres'],
  ['Python', undefined],
  ['Python', 'redis'],
  ['Python', 'postgres'],
] as const;

const run = ResumableRun.start({
  name: 'several-workers',
  what: 'uploads that four processes of PHP (folder, Redis, Postgres) or of Python (SQLite, Redis, Postgres) are asked for at once, with kills, lost answers and a store that restarts',
  count: 3_000,
  lanes: 6,
  tally: { ...NO_FAULTS },
  figure: ({ asked, lost, killed, restarts, renewed, tokensLeft, empty, recoveryMs }) =>
    `${asked.toLocaleString('en')} grants asked for, ${renewed.toLocaleString('en')} renewed, ` +
    `${killed.toLocaleString('en')} processes killed, ${lost.toLocaleString('en')} answers lost, ` +
    `${restarts.toLocaleString('en')} restarts of a store (a grant again after ${String(recoveryMs)} ms at most); ` +
    `left by faults: ${String(empty)} empty videos, ${String(tokensLeft)} tokens until they expire`,
});
const sites: Workers[] = [];
try {
  for (const [language, store] of SITES) sites.push(await Workers.start(language, PROCESSES, store));
  const uploads = sites.map((workers) => new FaultyUploads(workers, RATES, run.tally));
  const seeds = run.seeds();
  const lane = async () => {
    for (const seed of seeds) run.done(seed, await uploads[seed % sites.length]?.run(seed).catch(String));
  };
  await Promise.all(Array.from({ length: run.lanes }, lane));
} finally {
  await Promise.all(sites.map((workers) => workers.end()));
}
run.end();
