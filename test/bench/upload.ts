// npm run bench -- upload [--size MB] [--who name] [--lines loopback,line,resets] [--runs 3]: one file from Chromium by every
// uploader, side by side, over loopback, over a line with a round trip of 100 ms on which each connection has 20 MB/s
// and begins slowly, and over connections that are reset about every 64 MB. Prints a table of MB/s.
import { fork } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/browser.ts';
import { raceScript } from '../support/race/race-script.ts';

const MB = 1_000_000;
const LINES = {
  loopback: { rtt: 0, speed: Infinity, resetEach: 0, share: 1 },
  line: { rtt: 100, speed: 20 * MB, resetEach: 0, share: 1 },
  resets: { rtt: 0, speed: Infinity, resetEach: 64 * MB, share: 1 },
};
/** Seconds after which somebody is taken out of the race. */
const LIMIT = 120;

interface Result {
  seconds?: number;
  error?: string;
  longTasks: number;
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '512' },
    who: { type: 'string', default: '' },
    lines: { type: 'string', default: 'loopback,line,resets' },
    runs: { type: 'string', default: '3' },
  },
});
const folder = await mkdtemp(path.join(tmpdir(), 'race-'));
const sink = fork(fileURLToPath(new URL('../support/race/sink.js', import.meta.url)), {
  serialization: 'advanced',
});
const place = await hear<{ direct: string; line: string }>();
sink.send({ script: await raceScript() });
const browser = await launchChromium();
const table: Record<string, Record<string, string>> = {};
console.log(
  `${values.size} MB on ${String(cpus().length)} cores; load before ${loadavg()[0]?.toFixed(1) ?? ''}`,
);
try {
  for (const name of values.lines.split(',') as (keyof typeof LINES)[]) await raceOver(name);
} finally {
  await browser.close();
  sink.kill();
  await rm(folder, { recursive: true, force: true });
}
console.table(table);
console.log(`load after ${loadavg()[0]?.toFixed(1) ?? ''}`);

async function raceOver(name: keyof typeof LINES): Promise<void> {
  const { share, ...shape } = LINES[name];
  const size = Math.round(Number(values.size) * share) * MB;
  const file = path.join(folder, `${name}.mp4`);
  const handle = await open(file, 'w');
  await handle.truncate(size);
  await handle.close();
  const base = name === 'loopback' ? place.direct : place.line;
  const page = await browser.newPage();
  await page.goto(place.direct);
  await page.waitForFunction('window.names');
  const names = await page.evaluate<string[]>('window.names');
  await page.close();
  for (const contestant of names.filter((one) => one.includes(values.who))) {
    const results: Result[] = [];
    let [again, resets] = [0, 0];
    for (let run = 0; run < Number(values.runs); run++) {
      sink.send({ shape });
      const outcome = await runOnce(contestant, file, base);
      results.push(outcome.result);
      again += Math.max(0, outcome.received - size);
      resets += outcome.resets;
    }
    const done = results.flatMap(({ seconds }) => (seconds === undefined ? [] : [size / MB / seconds]));
    const best =
      done.length === 0 ? 'never' : `${(done.reduce((a, b) => a + b, 0) / done.length).toFixed(1)} MB/s`;
    const more = name === 'resets' ? `, ${((again / size / results.length) * 100).toFixed(0)} % again` : '';
    const longTasks = results.reduce((sum, result) => sum + result.longTasks, 0);
    const missed =
      done.length === results.length ? '' : ` (${String(done.length)} of ${String(results.length)})`;
    const row = (table[contestant] ??= {});
    row[name] = `${best}${more}${missed}`;
    row['long tasks'] = String(Number(row['long tasks'] ?? 0) + longTasks);
    const failed = results.find(({ error }) => error !== undefined)?.error;
    console.log(`${name}: ${contestant}: ${best}${more}${missed} ${failed ?? ''} ${String(resets)} resets`);
  }
}

async function runOnce(contestant: string, file: string, base: string) {
  // A page and its connections of its own for each, so that nobody profits from another.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(place.direct);
  await page.locator('input').setInputFiles(file);
  await page.waitForFunction('window.names');
  const limit = new Promise<Result>((resolve) => {
    setTimeout(() => {
      resolve({ error: 'not in time', longTasks: 0 });
    }, LIMIT * 1000).unref();
  });
  const result = await Promise.race([
    page.evaluate<Result>(`window.race(${JSON.stringify(contestant)}, ${JSON.stringify(base)})`),
    limit,
  ]);
  await context.close();
  sink.send({ count: true });
  return { result, ...(await hear<{ received: number; resets: number }>()) };
}

/** What the sink says next. */
function hear<Message>(): Promise<Message> {
  return new Promise((resolve) => sink.once('message', resolve as (message: unknown) => void));
}
