// npm run bench -- suite [--before COMMIT] [--runs 1] [--busy 0]: `npm test` on a fresh clone with an empty cache of npm, from
// the command to its last line: seconds of each layer and of all, beside the budget of eight minutes on two quiet processors.
// `--busy 2` keeps two further processes busy meanwhile. With a commit to compare with, the two take turns.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { cpus, loadavg } from 'node:os';
import { saveTable } from '../test/support/bench/bench-results.ts';
import { FreshClone } from '../test/support/bench/fresh-clone.ts';
import { median } from '../test/support/bench/median.ts';

const BUDGET_SECONDS = 480;
/** As the runner prints it: `── node tests: 4590 passed, 0 failed in 128.4 s`. */
const LAYER = /^── (?<layer>\w+) tests: .* in (?<seconds>[\d.]+) s/;

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    runs: { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
  },
});
console.log(`${String(cpus().length)} processors, load before ${loadavg()[0]?.toFixed(1) ?? ''}`);
const commits = { ...(values.before !== undefined && { before: values.before }), now: 'HEAD' };
const runs: Record<string, Record<string, number>[]> = {};
const busy = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;);', { eval: true }));
try {
  for (let round = 1; round <= Number(values.runs); round++)
    for (const [name, commit] of Object.entries(commits)) {
      const run = await testOnce(commit);
      (runs[name] ??= []).push(run);
      console.log(`${name} ${String(round)}: ${JSON.stringify(run)}`);
    }
} finally {
  await Promise.all(busy.map((worker) => worker.terminate()));
}

const rows = Object.fromEntries(
  Object.entries(runs).map(([name, all]) => [
    name,
    Object.fromEntries(
      Object.keys(all[0] ?? {}).map((part) => [part, Math.round(median(all.map((run) => run[part] ?? NaN)))]),
    ),
  ]),
);
console.table(rows);
saveTable('suite', `npm test from an empty cache, ${values.busy} processes beside it, seconds`, rows);
const all = rows['now']?.['all'] ?? Infinity;
if (values.busy === '0' && !(all <= BUDGET_SECONDS)) {
  console.log(`MISSED ${String(all)} s, at most ${String(BUDGET_SECONDS)}`);
  process.exitCode = 1;
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
