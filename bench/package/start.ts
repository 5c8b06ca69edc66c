// npm run bench -- start [--before COMMIT] [--runs 3]: `npm start` on a fresh clone with an empty cache of npm, from the
// command to the demo's address: seconds, packages and MB that it installs, and the seconds of a second start. With a commit
// to compare with, the two take turns. Only what is committed counts.
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { FreshClone, portFor } from '../support/fresh-clone.ts';
import { median } from '../support/median.ts';

const MOST_PACKAGES = 100;
const MOST_MEGABYTES = 200;

const { values } = parseArgs({
  options: { before: { type: 'string' }, runs: { type: 'string', default: '3' } },
});
const commits = { ...(values.before !== undefined && { before: values.before }), now: 'HEAD' };
const runs: Record<string, Awaited<ReturnType<typeof startOnce>>[]> = {};
for (let round = 1; round <= Number(values.runs); round++)
  for (const [name, commit] of Object.entries(commits)) {
    const run = await startOnce(commit);
    (runs[name] ??= []).push(run);
    console.log(`${name} ${String(round)}: ${run.first.toFixed(1)} s, again ${run.again.toFixed(1)} s`);
  }

const rows = Object.fromEntries(
  Object.entries(runs).map(([name, all]) => [
    name,
    {
      'seconds to the address': median(all.map(({ first }) => first)).toFixed(1),
      'a second start': median(all.map(({ again }) => again)).toFixed(1),
      'packages': all[0]?.packages ?? 0,
      'MB': Math.round(all[0]?.megabytes ?? 0),
    },
  ]),
);
console.table(rows);
saveTable('start', 'npm start from an empty cache', rows);
const now = rows['now'];
if (!now || now.packages > MOST_PACKAGES || now.MB > MOST_MEGABYTES) {
  console.log(`MISSED at most ${String(MOST_PACKAGES)} packages and ${String(MOST_MEGABYTES)} MB`);
  process.exitCode = 1;
}

async function startOnce(commit: string) {
  const clone = new FreshClone(commit);
  try {
    const words = ['npm', 'start', '--', '--port', String(portFor(clone.folder))];
    const first = await untilAddress(clone, words);
    return { first, again: await untilAddress(clone, words), ...clone.installed() };
  } finally {
    clone.remove();
  }
}

async function untilAddress(clone: FreshClone, words: readonly string[]): Promise<number> {
  const addresses: string[] = [];
  const seconds = await clone.run(words, (line) => {
    if (line.includes('http://127.0.0.1:')) addresses.push(line);
    return addresses.length > 0;
  });
  if (addresses.length === 0) throw new Error(`${words.join(' ')} has ended without an address.`);
  return seconds;
}
