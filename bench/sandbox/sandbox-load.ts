// The sandbox under load: many uploads in parts at once, undisturbed and then with the process killed in the middle
// again and again. Prints a table and the seed; exits 1 when anything was lost, or when memory went beyond the limit.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { LoadRun, type Outcome } from '../../test/sandbox/uploads/support/load-run.ts';
import { endProcesses } from '../../test/support/sandbox/sandbox-process.ts';

const MB = 1_000_000;
const MOST_RESIDENT = 300;

const { values } = parseArgs({
  options: {
    'uploads': { type: 'string', default: '200' },
    'size': { type: 'string', default: '50' },
    'part-size': { type: 'string', default: '8' },
    'kills': { type: 'string', default: '50' },
    'seed': { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    'dir': { type: 'string', default: tmpdir() },
  },
});
const [uploads, seed] = [Number(values.uploads), Number(values.seed)];
const [size, partSize] = [Number(values.size) * MB, Number(values['part-size']) * MB];

async function runOnce(kills: number): Promise<Outcome> {
  const dir = await mkdtemp(path.join(values.dir, 'sandbox-load-'));
  try {
    return await new LoadRun({ dir, uploads, size, partSize, kills, seed }).run();
  } finally {
    await endProcesses();
    await rm(dir, { recursive: true, force: true });
  }
}

function row(outcome: Outcome): Record<string, string | number> {
  const { seconds, sent } = outcome;
  return {
    'kills while uploading': outcome.killsDuringUploads,
    'deleted on the way': outcome.deletedOnTheWay,
    'seconds': seconds.toFixed(1),
    'MB/s': (sent / MB / seconds).toFixed(0),
    'GB sent': (sent / MB / 1000).toFixed(1),
    'SHA-256 right': `${String(outcome.verified)}/${String(uploads)}`,
    'slowest start ms': Math.round(outcome.slowestStart),
    'RSS idle MiB': Math.round(outcome.residentIdle),
    'RSS peak MiB': Math.round(outcome.residentPeak),
    'RSS end MiB': Math.round(outcome.residentEnd),
    'packaging peak MiB': Math.round(outcome.packagingPeak),
  };
}

const load = () => loadavg()[0]?.toFixed(1) ?? '';
console.log(
  `${String(uploads)} uploads of ${values.size} MB in parts of ${values['part-size']} MB, all at once, ` +
    `on ${String(cpus().length)} cores; load before ${load()}; seed ${String(seed)}`,
);
const calm = await runOnce(0);
console.log(`undisturbed: done; load now ${load()}`);
const killed = await runOnce(Number(values.kills));
console.log(`with kills: done; load now ${load()}`);
const rows = { undisturbed: row(calm), [`${values.kills} kills`]: row(killed) };
console.table(rows);
saveTable('sandbox-load', `${uploads} uploads of ${values.size} MB at once`, rows);
process.exitCode = Math.max(calm.residentPeak, killed.residentPeak) <= MOST_RESIDENT ? 0 : 1;
