// npm run bench -- insights [events]: makes session events up, a million by default, writes them as NDJSON, and counts them
// twice, each in a process of its own: by `readInsights` from a stream, and naively: all rows parsed and kept, then counted.
// Shows time, the largest heap and the largest memory of the process. Both must come to the same figures.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { insights, readInsights, type Insights } from '../../src/insights/index.ts';
import { rowsOf, throwViewing } from '../../test/support/insights/audience.ts';
import { rollDice } from '../../test/support/seeded.ts';
import { saveTable } from '../support/bench-results.ts';

/** What a process has measured. */
interface Measured {
  seconds: number;
  heapMb: number;
  memoryMb: number;
  figures: Insights;
}

const DURATION = 600;
/** Viewings that go on at the same time: their rows are mixed. */
const AT_ONCE = 400;
const HEAP_LOOK_MS = 10;
const OPTIONS = { duration: () => DURATION, now: 0 };

const WAYS = {
  readInsights: (file: string) => readInsights(createReadStream(file), OPTIONS),
  naive: async (file: string, look: () => void) => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    const rows = lines.map((line) => JSON.parse(line) as unknown);
    look();
    return insights(rows, { ...OPTIONS, openViewings: Number.MAX_SAFE_INTEGER });
  },
};

const [first = '', file = ''] = process.argv.slice(2);
if (process.send && Object.hasOwn(WAYS, first))
  process.send(await measure(WAYS[first as keyof typeof WAYS], file));
else await compare(Number(first || 1_000_000));

async function compare(wanted: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'insights-'));
  try {
    const events = path.join(folder, 'events.ndjson');
    const made = await write(events, wanted);
    const megabytes = Math.round((await stat(events)).size / 1e6);
    console.log(
      `${String(made.events)} events of ${String(made.viewings)} viewings, ${String(megabytes)} MB`,
    );
    const table: Record<string, Omit<Measured, 'figures'>> = {};
    const all: Insights[] = [];
    for (const way of Object.keys(WAYS)) {
      const { figures, ...measured } = await inProcess(way, events);
      table[way] = measured;
      all.push(figures);
    }
    console.table(table);
    const [streamed, naive] = all;
    assert.deepEqual(streamed, naive);
    assert.equal(streamed?.viewings, made.viewings);
    saveTable('insights', `${String(wanted)} session events`, table);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes rows of viewings until there are so many events. */
async function write(target: string, wanted: number): Promise<{ events: number; viewings: number }> {
  const dice = rollDice();
  const out = createWriteStream(target);
  const open: object[][] = [];
  let [events, viewings] = [0, 0];
  while (events < wanted || open.length > 0) {
    while (events < wanted && open.length < AT_ONCE) {
      const about = { videoIds: ['vi1', 'vi2', 'vi3', 'vi4'], duration: DURATION, people: 20_000 };
      const rows = rowsOf(throwViewing(dice, viewings, { ...about, formats: ['vh'] }));
      events += rows.reduce(
        (sum: number, row) => sum + ('events' in row ? (row.events as object[]).length : 0),
        0,
      );
      viewings += 1;
      open.push(rows);
    }
    const at = dice.below(open.length);
    const row = open[at]?.shift();
    if (row && !out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
    if (open[at]?.length === 0) open.splice(at, 1);
  }
  out.end();
  await once(out, 'finish');
  return { events, viewings };
}

async function inProcess(way: string, target: string): Promise<Measured> {
  const child = fork(String(process.argv[1]), [way, target], { execArgv: ['--max-old-space-size=4096'] });
  const [measured] = (await once(child, 'message')) as [Measured];
  child.disconnect();
  return measured;
}

async function measure(
  count: (target: string, look: () => void) => Promise<Insights>,
  target: string,
): Promise<Measured> {
  let heap = 0;
  const look = () => {
    heap = Math.max(heap, process.memoryUsage().heapUsed);
  };
  const timer = setInterval(look, HEAP_LOOK_MS);
  const began = performance.now();
  const figures = await count(target, look);
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  look();
  clearInterval(timer);
  const memory = process.resourceUsage().maxRSS / 1000;
  // As JSON: the channel knows no difference between what is undefined and what is not there.
  return {
    ...{ seconds, heapMb: Math.round(heap / 1e6), memoryMb: Math.round(memory) },
    figures: JSON.parse(JSON.stringify(figures)) as Insights,
  };
}
