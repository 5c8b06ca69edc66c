// npm run bench -- upload-start [--runs 20] [--rtt 0,100] [--by token,backend] [--scripts FOLDER]: how long it takes from the
// choice of a file to the first request at the server, in Chromium, by the script-tag file: beside a bare XMLHttpRequest,
// with nothing warmed, with a pointer on the element before, and with the element in view of a page that rests. All take
// turns. Prints medians in milliseconds, and the rounds of script loading on the way; exits 1 where a target is
// missed: 60 ms above the bare request when warmed, one round of loading when not.
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import {
  StartTrack,
  type Start,
  type Starter,
  type Warmth,
} from '../../test/e2e/upload/support/start-track.ts';
import { median } from '../support/median.ts';

const FILE = 'demo/media/sample.mp4';
const MOST_ABOVE_MS = 60;
const WAYS: readonly Warmth[] = ['nothing', 'pointer', 'idle'];

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    rtt: { type: 'string', default: '0,100' },
    by: { type: 'string', default: 'token,backend' },
    scripts: { type: 'string', default: 'dist/cdn' },
  },
});
const starters = values.by.split(',') as Starter[];
const track = await StartTrack.open(values.scripts);
try {
  for (const rtt of values.rtt.split(',').map(Number)) await compare(rtt);
} finally {
  await track.close();
}

async function compare(rtt: number): Promise<void> {
  const ways = [
    ['xhr', 'nothing'] as const,
    ['xhr', 'idle'] as const,
    ...starters.flatMap((who) => WAYS.map((warmth) => [who, warmth] as const)),
  ];
  const starts = new Map<string, Start[]>(ways.map(([who, warmth]) => [`${who}, ${warmth}`, []]));
  for (let round = 0; round < Number(values.runs); round++) {
    for (const [who, warmth] of ways)
      starts.get(`${who}, ${warmth}`)?.push(await track.run(who, warmth, rtt, FILE));
  }
  console.log(`${String(rtt)} ms round trip, medians of ${values.runs}`);
  const rows = [...starts].map(([name, all]) => [
    name,
    {
      'first request, ms': Math.round(median(all.map(({ firstRequest }) => firstRequest))),
      'first part, ms': Math.round(median(all.map(({ firstPart }) => firstPart))),
      'scripts': median(all.map(({ scripts }) => scripts)),
      'rounds': Math.max(...all.map(({ rounds }) => rounds)),
    },
  ]);
  console.table(Object.fromEntries(rows));
  const of = `from the choice of a file to the first request, ${rtt} ms round trip`;
  saveTable('upload-start', of, Object.fromEntries(rows) as Record<string, object>);
  const took = (name: string) => median((starts.get(name) ?? []).map(({ firstRequest }) => firstRequest));
  for (const who of starters) {
    const above = took(`${who}, pointer`) - took('xhr, idle');
    report(
      `${who}, pointer: ${above.toFixed(0)} ms above the bare request (at most ${String(MOST_ABOVE_MS)})`,
      above <= MOST_ABOVE_MS,
    );
    const rounds = Math.max(...(starts.get(`${who}, nothing`) ?? []).map((start) => start.rounds));
    report(`${who}, nothing: ${String(rounds)} rounds of loading (1)`, rounds <= 1);
  }
}

function report(line: string, isKept: boolean): void {
  console.log(`${isKept ? 'kept  ' : 'MISSED'} ${line}`);
  if (!isKept) process.exitCode = 1;
}
