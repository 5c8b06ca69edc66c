// npm run bench -- upload [--size MB,MB] [--who name,name] [--lines loopback,line,resets] [--runs 3] [--seed N]: one file
// from Chromium by every uploader, side by side, over loopback, over a line with a round trip of 100 ms on which each
// connection has 20 MB/s and begins slowly, and over connections that are reset about every 64 MB, at the same bytes
// for everybody in a round. The sink checks every byte. All take turns, so that what else the machine does is shared.
// Prints the medians in MB/s and their share of the targets; exits 1 where one is missed. With two sizes, the smaller one
// is sent, too, but not over resets, by those whose main thread is compared: two sizes show what an upload costs at once,
// and what 100 MB more cost. Thread time of the page's main thread, and of all processes of the browser.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { saveFigures, saveTable } from '../support/bench-results.ts';
import { RaceBoard } from '../support/upload/race-board.ts';
import { RaceTrack, type Run, type Way } from '../support/upload/race-track.ts';
import { TracedTasks } from '../support/upload/traced-tasks.ts';
import { describeCosts, judgeCosts } from '../support/upload/upload-costs.ts';

const MB = 1_000_000;
const RAW = 'six raw connections';
const OURS = ['vh, parts', 'vh, tus'];
const PARALLEL = 'tus-js-client × 4';
const ELEMENTS = ['<vh-uploader>, parts', '<vh-uploader>, 20 rows'];
/** Sends 300 small files that are cut from the one. */
const MANY = '<vh-uploader>, 300 files';
/** A person's click may wait for so long. */
const LONG_TASK_MS = 50;
/** It reads the file a second time, and is to send it as fast. */
const HASHED = 'vh, parts, checksum';
const LEAST_HASHED = 0.97;
/** Their main threads are compared. */
const COMPARED = [RAW, PARALLEL, 'vh, parts', ...ELEMENTS];
/** Clients of the same protocol: unlike tus, `parts` cannot resume within a part, nor send one under 5 MiB. */
const SAME_WIRE: Record<string, readonly string[]> = {
  'vh, parts': ['official uploader'],
  'vh, tus': ['tus-js-client', 'tus-js-client × 4', 'Uppy + tus'],
};
/** The peers as they come, without anybody having set anything. */
const DEFAULTS = ['raw XHR', 'tus-js-client', 'UpChunk', 'official uploader', 'Uppy + tus'];

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '128,512' },
    who: { type: 'string', default: '' },
    lines: { type: 'string', default: 'loopback,line,resets' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const sizes = values.size.split(',').map((one) => Number(one) * MB);
const size = Math.max(...sizes);
const WAYS: Record<string, (round: number) => Way> = {
  loopback: () => 'direct',
  line: () => ({ rtt: 100, speed: 20 * MB, resetEach: 0, seed: 0 }),
  resets: (round) => ({ rtt: 0, speed: Infinity, resetEach: 64 * MB, seed: Number(values.seed) + round }),
};
const load = () => loadavg()[0]?.toFixed(1) ?? '';
console.log(`${values.size} MB, ${String(cpus().length)} cores, seed ${values.seed}, load before ${load()}`);

const track = await RaceTrack.open();
const boards = new Map<string, RaceBoard>();
/** Of the smaller file. */
const smallBoards = new Map<string, RaceBoard>();
try {
  const who = values.who.split(',');
  const chosen = (await track.names()).filter((name) => who.some((part) => name.includes(part)));
  const names = chosen.filter((name) => name !== MANY);
  for (const line of values.lines.split(',')) boards.set(line, await raceOver(line, names, size));
  const compared = names.filter((name) => COMPARED.includes(name));
  for (const line of sizes.length > 1 ? boards.keys() : [])
    if (line !== 'resets') smallBoards.set(line, await raceOver(line, compared, Math.min(...sizes)));
  if (chosen.includes(MANY)) await sendMany();
} finally {
  await track.close();
}
const everybody = new Set([...boards.values()].flatMap(({ names }) => names));
const rows = [...everybody].map((name) => {
  const cells = [...boards].map(([line, board]) => [line, board.describe(name, line === 'resets')] as const);
  const longTasks = [...boards.values()].reduce((sum, board) => sum + board.longTasks(name), 0);
  return [name, { ...Object.fromEntries(cells), 'long tasks': longTasks }] as const;
});
console.table(Object.fromEntries(rows));
saveTable('upload', `${String(size / MB)} MB from Chromium`, Object.fromEntries(rows));
for (const name of OURS) judge(name);
for (const [line, board] of boards)
  compare(`${HASHED}, ${line}: of vh, parts`, board.speed(HASHED), board.speed('vh, parts'), LEAST_HASHED);
for (const [line, small] of smallBoards) {
  const board = boards.get(line);
  if (!board) continue;
  const costs = describeCosts(small, board);
  console.log(`${line}: main thread and processor, ${values.size} MB`);
  console.table(costs);
  saveTable('upload', `cost over ${line}, ${values.size} MB from Chromium`, costs);
  for (const name of ELEMENTS)
    for (const [what, isKept] of judgeCosts(small, board, name, RAW))
      report(`${name}, ${line}: ${what}`, isKept);
}
console.log(`load after ${load()}`);

async function raceOver(line: string, names: readonly string[], size: number): Promise<RaceBoard> {
  const file = await track.makeFile(size);
  const board = new RaceBoard(size);
  for (let round = 0; round < Number(values.runs); round++) {
    for (const name of names) {
      const said = await track.run(name, file, WAYS[line]?.(round) ?? 'direct');
      const fault = said.wrong > 0 ? 'wrong bytes' : said.received < size ? 'bytes are missing' : undefined;
      const run: Run = fault === undefined ? said : { ...said, seconds: undefined, error: fault };
      board.add(name, run);
      const speed = run.seconds === undefined ? run.error : `${(size / MB / run.seconds).toFixed(1)} MB/s`;
      const spent = `thread ${run.threadMs?.toFixed(0) ?? '?'} ms, processor ${run.processorMs?.toFixed(0) ?? '?'} ms`;
      const { seconds = 0, checksumSeconds } = run;
      const hashed =
        checksumSeconds === undefined
          ? ''
          : `, its SHA-256 ${(checksumSeconds - seconds).toFixed(1)} s later`;
      const happened = `${String(run.resets)} resets, ${String(run.longTasks)} long tasks, ${spent}`;
      console.log(`${line} ${String(round + 1)}: ${name}: ${speed ?? ''}, ${happened}${hashed}`);
    }
  }
  return board;
}

/** Says how long the longest task was while 300 files were sent. */
async function sendMany(): Promise<void> {
  const file = await track.makeFile(MB);
  const figures: string[] = [];
  for (let round = 0; round < Number(values.runs); round++) {
    const tasks = new TracedTasks();
    const { seconds, error, threadMs } = await track.run(MANY, file, 'direct', (page) => tasks.open(page));
    const took = seconds === undefined ? (error ?? '') : `${seconds.toFixed(1)} s`;
    const spent = `${threadMs?.toFixed(0) ?? '?'} ms of the main thread`;
    const figure = `${took}, ${spent}, ${tasks.longestMs.toFixed(0)} ms of it the longest task`;
    figures.push(figure);
    const isShort = tasks.longestMs > 0 && tasks.longestMs <= LONG_TASK_MS;
    report(`${MANY}: ${figure} (at most ${String(LONG_TASK_MS)})`, seconds !== undefined && isShort);
  }
  saveFigures('upload', { '300 files of 40 kB over loopback from Chromium': figures.join('; ') });
}

function judge(name: string): void {
  const [loopback, line, resets] = ['loopback', 'line', 'resets'].map((way) => boards.get(way));
  const [rival, least] = name === 'vh, parts' ? [RAW, 0.9] : [PARALLEL, 0.95];
  compare(`${name}, loopback: of ${rival}`, loopback?.speed(name), loopback?.speed(rival), least);
  const fastest = Math.max(...DEFAULTS.map((peer) => line?.speed(peer) ?? 0)) || undefined;
  compare(`${name}, line: of the fastest default`, line?.speed(name), fastest, 3.2);
  compare(`${name}, line: of six raw`, line?.speed(name), line?.speed(RAW), 1);
  compare(`${name}, line: of ${PARALLEL}`, line?.speed(name), line?.speed(PARALLEL), 1.1);
  compare(`${name}, resets: of six raw`, resets?.speed(name), resets?.speed(RAW), 0.9);
  const [done, all] = resets?.finished(name) ?? [0, 0];
  compare(`${name}, resets: finished`, done, all || undefined, 1);
  const again = tenth(resets?.again(name));
  const fewest = Math.min(...(SAME_WIRE[name] ?? []).map((peer) => tenth(resets?.again(peer)) ?? Infinity));
  if (again !== undefined && fewest < Infinity) {
    report(
      `${name}, resets: sent again: ${String(again)} % (others by this wire at least ${String(fewest)} %)`,
      again <= fewest,
    );
  }
  const tasks = [...boards.values()].reduce((sum, board) => sum + board.longTasks(name), 0);
  if (everybody.has(name)) report(`${name}: long tasks: ${String(tasks)} (0)`, tasks === 0);
}

function compare(what: string, ours: number | undefined, theirs: number | undefined, least: number): void {
  if (ours === undefined || theirs === undefined) return;
  const ratio = ours / theirs;
  report(`${what}: ${ratio.toFixed(2)} (at least ${String(least)})`, ratio >= least);
}

function tenth(share: number | undefined): number | undefined {
  return share === undefined ? undefined : Math.round(share * 10) / 10;
}

function report(line: string, isKept: boolean): void {
  console.log(`${isKept ? 'kept  ' : 'MISSED'} ${line}`);
  if (!isKept) process.exitCode = 1;
}
