// Kills the tab of an upload at a random moment, lets another one go on, and looks at what the service has: 500 times,
// or as often as is said, two at once (`--at-once`), each with a service and a browser of its own. `--seed` repeats the
// kills of a run. Exits 1 when any upload did not end in one whole video, or sent more
// than one part a connection again.
import { parseArgs } from 'node:util';
import { seededRandom } from '../support/seeded-random.ts';
import { TabKills, type KillOutcome, type KillWire, type Line } from '../support/tab-kills.ts';

const { values, positionals } = parseArgs({
  options: {
    'seed': { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    'at-once': { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 500);
const random = seededRandom(Number(values.seed));
const WIRES: readonly KillWire[] = ['backend', 'token', 'tus'];
/** The slowest takes three seconds for the file; over the longest, several parts at once are worth it. */
const LINES: readonly Line[] = [
  { speed: 8_000_000, latency: 5 },
  { speed: 16_000_000, latency: 20 },
  { speed: 24_000_000, latency: 150 },
];

const outcomes: KillOutcome[] = [];
let [failures, begun] = [0, 0];
console.log(`${String(count)} kills; seed ${values.seed}`);
await Promise.all(Array.from({ length: Number(values['at-once']) }, killOnAndOn));

/** Kills one tab after another until there are enough. */
async function killOnAndOn(): Promise<void> {
  const kills = await TabKills.start();
  while (outcomes.length + failures < count) await killOnce(kills, ++begun);
  await kills.stop();
}

async function killOnce(kills: TabKills, kill: number): Promise<void> {
  const wire = WIRES[kill % WIRES.length] ?? 'backend';
  const line = LINES[Math.floor(random() * LINES.length)] ?? { speed: 16_000_000, latency: 20 };
  // From the choice of the file on, to about its end: an upload that is done by then is not counted.
  const moment = Math.round(random() * 1.1 * ((kills.size / line.speed) * 1000 + 500));
  const fail = (why: string) => {
    failures++;
    console.log(
      `kill ${String(kill)}: ${wire}, after ${String(moment)} ms at ${JSON.stringify(line)}: ${why}`,
    );
  };
  try {
    const outcome = await kills.run(wire, { afterMs: moment }, line);
    const fault = outcome && kills.faultOf(outcome);
    if (fault) fail(`${fault} ${JSON.stringify(outcome)}`);
    else if (outcome) outcomes.push(outcome);
  } catch (error) {
    fail(String(error));
  }
  if (kill % 25 === 0) console.log(`  ${String(outcomes.length)} right, ${String(failures)} failed`);
}

const rows = WIRES.map((wire) => {
  const own = outcomes.filter((outcome) => outcome.wire === wire);
  const again = own.map(({ sentAgain }) => sentAgain / 1e6).sort((one, other) => one - other);
  return {
    'given': wire,
    'kills': own.length,
    'while bytes were on their way': own.filter(({ connections }) => connections > 0).length,
    'resumed into one whole video': own.filter(({ videos, isIdentical }) => videos === 1 && isIdentical)
      .length,
    'empty videos beside it': own.reduce((sum, { empty }) => sum + empty, 0),
    'sent again, median MB': again[Math.floor(again.length / 2)]?.toFixed(2),
    'most MB': again.at(-1)?.toFixed(2),
    'most connections': Math.max(...own.map(({ connections }) => connections)),
  };
});
console.table(rows);
process.exit(failures === 0 ? 0 : 1);
