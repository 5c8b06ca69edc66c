// npm run bench -- upload-kills [count] [seed] [at once]: kills the tab of an upload at a random moment, lets another one
// continue, and looks at what the service has; two at once, each with a service and a browser of its own. Wrong is an upload
// that did not end in one whole video, or sent more than one part a connection again. A long run: --minutes, --report,
// --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import {
  TabKills,
  type KillOutcome,
  type KillWire,
  type Line,
} from '../../test/e2e/upload/support/tab-kills.ts';

const WIRES: readonly KillWire[] = ['backend', 'token', 'tus'];
/** The slowest takes three seconds for the file; over the longest, several parts at once are worth it. */
const LINES: readonly Line[] = [
  { speed: 8_000_000, latency: 5 },
  { speed: 16_000_000, latency: 20 },
  { speed: 24_000_000, latency: 150 },
];
type Kept = Pick<KillOutcome, 'wire' | 'sentAgain' | 'connections' | 'empty'>;

const run = ResumableRun.start({
  name: 'upload-kills',
  what: 'tabs of Chromium killed at random moments of an upload of 25 MB (backend, bare token, tus)',
  count: 500,
  lanes: 2,
  tally: { resumed: [] as Kept[], early: 0 },
  figure: ({ resumed, early }) => {
    const again = Math.max(0, ...resumed.map(({ sentAgain }) => sentAgain / 1e6)).toFixed(1);
    return `${resumed.length} resumed into one whole video, ${early} done before the kill; at most ${again} MB sent again`;
  },
  print: ({ resumed }) => console.table(WIRES.map((wire) => rowOf(wire, resumed))),
});

const seeds = run.seeds();
await Promise.all(Array.from({ length: run.lanes }, killOnAndOn));
run.end();

/** Kills one tab after another. */
async function killOnAndOn(): Promise<void> {
  let kills: TabKills | undefined;
  for (const seed of seeds) {
    kills ??= await TabKills.start();
    run.done(seed, await killOnce(kills, seed));
  }
  await kills?.stop();
}

/** Its faults. */
async function killOnce(kills: TabKills, seed: number): Promise<string | undefined> {
  const random = seededRandom(seed);
  const wire = WIRES[seed % WIRES.length] ?? 'backend';
  const line = LINES[Math.floor(random() * LINES.length)] ?? { speed: 16_000_000, latency: 20 };
  // From the choice of the file on, to about its end: an upload that is done by then is not counted.
  const afterMs = Math.round(random() * 1.1 * ((kills.size / line.speed) * 1000 + 500));
  const of = `${wire}, after ${afterMs} ms at ${JSON.stringify(line)}`;
  try {
    const outcome = await kills.run(wire, { afterMs }, line);
    const fault = outcome && kills.faultOf(outcome);
    if (fault) return `${of}: ${fault} ${JSON.stringify(outcome)}`;
    if (!outcome) run.tally.early++;
    else {
      const { sentAgain, connections, empty } = outcome;
      run.tally.resumed.push({ wire, sentAgain, connections, empty });
    }
    return undefined;
  } catch (error) {
    return `${of}: ${String(error)}`;
  }
}

function rowOf(wire: KillWire, resumed: readonly Kept[]): Record<string, unknown> {
  const own = resumed.filter((outcome) => outcome.wire === wire);
  const again = own.map(({ sentAgain }) => sentAgain / 1e6).sort((one, other) => one - other);
  return {
    'given': wire,
    'resumed into one whole video': own.length,
    'while bytes were on their way': own.filter(({ connections }) => connections > 0).length,
    'empty videos beside it': own.reduce((sum, { empty }) => sum + empty, 0),
    'sent again, median MB': again[Math.floor(again.length / 2)]?.toFixed(2),
    'most MB': again.at(-1)?.toFixed(2),
    'most connections': Math.max(0, ...own.map(({ connections }) => connections)),
  };
}
