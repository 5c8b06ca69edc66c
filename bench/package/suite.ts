// npm run bench -- suite [--before COMMIT] [--busy 0,2,2] [--minutes M] [--again]: `npm test` on a fresh clone with an empty
// cache of npm, from the command to its last line: seconds of each layer and of all, beside the budget of eight minutes on two
// quiet processors. One run for each number of `--busy`: so many further processes are kept busy meanwhile. With a commit to
// compare with, the two take turns. After M minutes no further run begins, and the same command continues.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { cpus, loadavg } from 'node:os';
import { saveTable } from '../support/bench-results.ts';
import { currentCommit } from '../support/current-commit.ts';
import { FreshClone } from '../support/fresh-clone.ts';
import { median } from '../support/median.ts';
import { ProgressFile } from '../support/progress-file.ts';
import { inRepository } from '../../test/support/repository.ts';

const BUDGET_SECONDS = 480;
/** As the runner prints it: `── node tests: 4590 passed, 0 failed in 128.4 s`. */
const LAYER = /^── (?<layer>\w+) tests: .* in (?<seconds>[\d.]+) s/;

/** One `npm test`, and the seconds of its layers once it is over. */
interface Run {
  what: string;
  commit: string;
  busy: number;
  seconds?: Record<string, number>;
}

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    busy: { type: 'string', default: '0' },
    minutes: { type: 'string', default: 'Infinity' },
    again: { type: 'boolean', default: false },
  },
});
const { before, busy, minutes, again } = values;
const commits = { ...(before !== undefined && { before }), now: 'HEAD' };
const planned: Run[] = busy.split(',').flatMap((count) =>
  Object.entries(commits).map(([name, commit]) => ({
    what: count === '0' ? name : `${name}, beside ${count} busy processes`,
    commit,
    busy: Number(count),
  })),
);
const name = ['suite', currentCommit(), before, busy]
  .filter(Boolean)
  .join('-')
  .replaceAll(/[^\w-]/g, '_');
const progress = new ProgressFile<Run[]>(inRepository('.bench', `${name}.json`));
if (again) progress.remove();
const runs = progress.read() ?? planned;

const began = performance.now();
for (const run of runs.filter(({ seconds }) => !seconds)) {
  if (performance.now() - began >= Number(minutes) * 60_000) break;
  console.log(`${String(cpus().length)} processors, load before ${loadavg()[0]?.toFixed(1) ?? ''}`);
  run.seconds = await testBeside(run);
  console.log(`${run.what}: ${JSON.stringify(run.seconds)}`);
  progress.write(runs);
}

const left = runs.filter(({ seconds }) => !seconds).length;
if (left > 0) {
  console.log(`${String(left)} runs are left: the same command continues.`);
  process.exit();
}
const rows = Object.fromEntries(
  [...new Set(runs.map(({ what }) => what))].map((what) => {
    const own = runs.flatMap((run) => (run.what === what && run.seconds ? [run.seconds] : []));
    const parts = Object.keys(own[0] ?? {});
    return [
      what,
      Object.fromEntries(parts.map((part) => [part, Math.round(median(own.map((run) => run[part] ?? NaN)))])),
    ];
  }),
);
console.table(rows);
saveTable('suite', 'npm test from an empty cache, seconds', rows);
console.log('All are done: --again begins from the first.');
const all = rows['now']?.['all'];
if (all !== undefined && all > BUDGET_SECONDS) {
  console.log(`MISSED ${String(all)} s, at most ${String(BUDGET_SECONDS)}`);
  process.exitCode = 1;
}

async function testBeside({ commit, busy }: Run): Promise<Record<string, number>> {
  const workers = Array.from({ length: busy }, () => new Worker('for (;;);', { eval: true }));
  try {
    return await testOnce(commit);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function testOnce(commit: string): Promise<Record<string, number>> {
  const clone = new FreshClone(commit);
  const layers: Record<string, number> = {};
  let last = '';
  try {
    const seconds = await clone.run(['npm', 'test'], (line) => {
      const { layer, seconds: took } = LAYER.exec(line)?.groups ?? {};
      if (layer !== undefined) layers[layer] = Number(took);
      if (line.trim() !== '') last = line;
      return false;
    });
    if (!/^\d+ passed, 0 failed$/.test(last)) throw new Error(`npm test ended with: ${last}`);
    return { ...layers, all: seconds };
  } finally {
    clone.remove();
  }
}
