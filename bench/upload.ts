// npm run bench -- upload [--size MB] [--who name,name] [--lines loopback,line,resets] [--runs 3] [--seed N]: one file
// from Chromium by every uploader, side by side, over loopback, over a line with a round trip of 100 ms on which each
// connection has 20 MB/s and begins slowly, and over connections that are reset about every 64 MB, at the same bytes
// for everybody in a round. The sink checks every byte. All take turns, so that what else the machine does is shared.
// Prints the medians in MB/s and their share of the targets; exits 1 where one is missed.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { saveTable } from '../test/support/bench/bench-results.ts';
import { RaceBoard } from '../test/support/race/race-board.ts';
import { RaceTrack, type Run, type Way } from '../test/support/race/race-track.ts';

const MB = 1_000_000;
const RAW = 'six raw connections';
const OURS = ['vh, parts', 'vh, tus'];
const PARALLEL = 'tus-js-client × 4';
/** Clients of the same protocol: unlike tus, `parts` cannot resume within a part, nor send one under 5 MiB. */
const SAME_WIRE: Record<string, readonly string[]> = {
  'vh, parts': ['official uploader'],
  'vh, tus': ['tus-js-client', 'tus-js-client × 4', 'Uppy + tus'],
};
/** The peers as they come, without anybody having set anything. */
const DEFAULTS = ['raw XHR', 'tus-js-client', 'UpChunk', 'official uploader', 'Uppy + tus'];

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '512' },
    who: { type: 'string', default: '' },
    lines: { type: 'string', default: 'loopback,line,resets' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const size = Number(values.size) * MB;
const WAYS: Record<string, (round: number) => Way> = {
  loopback: () => 'direct',
  line: () => ({ rtt: 100, speed: 20 * MB, resetEach: 0, seed: 0 }),
  resets: (round) => ({ rtt: 0, speed: Infinity, resetEach: 64 * MB, seed: Number(values.seed) + round }),
};
const load = () => loadavg()[0]?.toFixed(1) ?? '';
console.log(`${values.size} MB, ${String(cpus().length)} cores, seed ${values.seed}, load before ${load()}`);

const track = await RaceTrack.open();
const boards = new Map<string, RaceBoard>();
try {
  const file = await track.makeFile(size);
  const who = values.who.split(',');
  const names = (await track.names()).filter((name) => who.some((part) => name.includes(part)));
  for (const line of values.lines.split(',')) boards.set(line, await raceOver(line, names, file));
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
saveTable('upload', `${values.size} MB from Chromium`, Object.fromEntries(rows));
for (const name of OURS) judge(name);
console.log(`load after ${load()}`);

async function raceOver(line: string, names: readonly string[], file: string): Promise<RaceBoard> {
  const board = new RaceBoard(size);
  for (let round = 0; round < Number(values.runs); round++) {
    for (const name of names) {
      const said = await track.run(name, file, WAYS[line]?.(round) ?? 'direct');
      const fault = said.wrong > 0 ? 'wrong bytes' : said.received < size ? 'bytes are missing' : undefined;
      const run: Run = fault === undefined ? said : { ...said, seconds: undefined, error: fault };
      board.add(name, run);
      const speed = run.seconds === undefined ? run.error : `${(size / MB / run.seconds).toFixed(1)} MB/s`;
      console.log(`${line} ${String(round + 1)}: ${name}: ${speed ?? ''}, ${String(run.resets)} resets`);
    }
  }
  return board;
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
