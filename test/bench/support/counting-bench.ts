// A bench that counts its seeds, for the tests of ResumableRun: node counting-bench.js [count] [seed] [lanes] …. The
// environment says where the progress lies and at which seed what happens.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/until.ts';
import { ResumableRun } from '../../../bench/support/resumable-run.ts';

const { COUNTING_FOLDER: folder = '', COUNTING_EACH: each = '1' } = process.env;
const isAt = (what: string, seed: number) => Number(process.env[`COUNTING_${what}`]) === seed;

const run = ResumableRun.start(
  {
    name: 'counting',
    what: 'seeds',
    count: 6,
    each: Number(each),
    options: { way: { type: 'string', default: 'forth' } },
    tally: { seeds: [] as number[] },
    figure: ({ seeds }) => `seeds ${seeds.toSorted((one, other) => one - other).join(' ')}`,
  },
  folder,
);

/** Lets another process write the progress, as it seems. */
function meddle(): void {
  const file = path.join(folder, `counting-${run.seed}.json`);
  writeFileSync(`${file}.other`, readFileSync(file));
  renameSync(`${file}.other`, file);
}

const seeds = run.seeds();
async function work(): Promise<void> {
  for (const seed of seeds) {
    const begun = performance.now();
    await until(() => performance.now() - begun > 5);
    if (isAt('DIES', seed)) {
      // The other lane is two runs ahead by then.
      await until(() => run.lanes === 1 || run.tally.seeds.includes(seed + 2));
      process.kill(process.pid, 'SIGKILL');
    }
    if (isAt('MEDDLES', seed)) meddle();
    for (let at = 0; at < run.each; at++) run.tally.seeds.push(seed + at);
    run.done(seed, isAt('WRONG', seed) ? 'it fell over' : undefined);
  }
}
await Promise.all(Array.from({ length: run.lanes }, work));
run.end();
