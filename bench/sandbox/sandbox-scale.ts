// npm run bench -- sandbox-scale: how long the sandbox takes for its lists of videos, among 1,000, 20,000 and 100,000 of
// them. Exits 1 when a list that shows the same number of videos takes longer the more others there are.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveTable } from '../support/bench-results.ts';
import { SandboxUnderTest } from '../../test/support/sandbox/sandbox.ts';
import { addVideos, listsOf } from '../../test/sandbox/sweeps/support/many-videos.ts';

const COUNTS = [1_000, 20_000, 100_000];
const TIMES = 41;
/** What a list may take more among the most than among the fewest, in milliseconds. */
const MOST_GROWTH_MS = 8;
/** Lists that show more videos the more there are: every match has to be counted. */
const GROWING = ['by metadata that one in ten has', 'by a tag that all have', 'a page in the middle'];

async function measure(count: number): Promise<Map<string, number>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'sandbox-scale-'));
  const sandbox = await SandboxUnderTest.startOn(dir);
  try {
    await sandbox.close();
    addVideos(path.join(dir, 'sandbox.db'), count);
    await sandbox.open();
    const times = new Map<string, number>();
    for (let warm = 0; warm < TIMES; warm++) await sandbox.ask('GET', '/videos');
    for (const [what, where] of Object.entries(listsOf(count))) {
      const took: number[] = [];
      for (let time = 0; time < TIMES; time++) {
        const begun = performance.now();
        const { status } = await sandbox.ask('GET', where);
        took.push(performance.now() - begun);
        if (status !== 200) throw new Error(`${where} is answered with ${status}`);
      }
      // Not the median: on a busy machine that is the time of the others.
      times.set(what, took.sort((one, other) => one - other)[Math.floor(TIMES / 10)] ?? NaN);
    }
    return times;
  } finally {
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const all: Map<string, number>[] = [];
for (const count of COUNTS) all.push(await measure(count));
const [first, , last] = all;
const table = Object.fromEntries(
  Object.keys(listsOf(1_000)).map((what) => [
    what,
    Object.fromEntries(
      COUNTS.map((count, at) => [`ms of ${count.toLocaleString('en')}`, all[at]?.get(what)?.toFixed(1)]),
    ),
  ]),
);
console.table(table);
saveTable('sandbox-scale', 'lists of the sandbox', table);
for (const [what, ms] of last ?? []) {
  if (GROWING.includes(what) || ms <= (first?.get(what) ?? 0) + MOST_GROWTH_MS) continue;
  console.log(`NOT FLAT: ${what}`);
  process.exitCode = 1;
}
