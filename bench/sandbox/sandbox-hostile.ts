// How long the sandbox takes to refuse hostile input, over raw connections, and what memory it takes for
// it. Prints the worst of each kind; exits 1 when anything was not refused, took longer than a second or much memory.
import { loadavg } from 'node:os';
import { saveTable } from '../support/bench-results.ts';
import type { Attack } from '../../test/sandbox/hostile/support/attack.ts';
import { EVIL_BODIES } from '../../test/sandbox/hostile/support/evil-bodies.ts';
import { evilPaths } from '../../test/sandbox/hostile/support/evil-paths.ts';
import { HostileSandbox } from '../../test/sandbox/hostile/support/hostile-sandbox.ts';
import { targetsOf } from '../../test/sandbox/hostile/support/targets.ts';

const LONGEST = 1_000;
/** MiB: far less than the input, and more than an idle collector of garbage leaves lying. */
const MOST_GROWTH = 200;

interface Row {
  'requests': number;
  'refused': number;
  'median ms': number;
  'worst ms': number;
  'RSS peak MiB': number;
}

async function measure(sandbox: HostileSandbox, attacks: readonly Attack[]): Promise<Row> {
  const took: number[] = [];
  let refused = 0;
  sandbox.memory.peak = 0;
  for (const attack of attacks) {
    const { status = 0, milliseconds } = await sandbox.send(attack);
    took.push(milliseconds);
    if (status >= 400 && status < 500) refused++;
    else console.log(`${attack.what}: ${String(status)}`);
  }
  took.sort((a, b) => a - b);
  return {
    'requests': attacks.length,
    'refused': refused,
    'median ms': rounded(took[Math.floor(took.length / 2)]),
    'worst ms': rounded(took.at(-1)),
    'RSS peak MiB': Math.round(Math.max(sandbox.memory.peak, sandbox.memory.now())),
  };
}

function rounded(milliseconds = 0): number {
  return Math.round(milliseconds * 10) / 10;
}

const sandbox = await HostileSandbox.start();
const targets = await targetsOf(sandbox);
const surroundings = JSON.stringify(await sandbox.surroundings());
const idle = sandbox.memory.now();
console.log(`idle at ${idle.toFixed(0)} MiB; load ${loadavg()[0]?.toFixed(1) ?? 'unknown'}`);
const rows: Record<string, Row> = {
  'a path that leads elsewhere': await measure(sandbox, await evilPaths(sandbox)),
};
for (const [kind, attacksOn] of Object.entries(EVIL_BODIES))
  rows[kind] = await measure(sandbox, attacksOn(targets));
console.table(rows);
saveTable('sandbox-hostile', 'hostile requests to the sandbox', rows);
const isUntouched = JSON.stringify(await sandbox.surroundings()) === surroundings;
console.log(`beside the data folder: ${isUntouched ? 'nothing was touched' : 'SOMETHING WAS TOUCHED'}`);
await sandbox.end();
const isRight = Object.values(rows).every(
  (row) =>
    row.refused === row.requests && row['worst ms'] <= LONGEST && row['RSS peak MiB'] - idle <= MOST_GROWTH,
);
process.exitCode = isRight && isUntouched ? 0 : 1;
