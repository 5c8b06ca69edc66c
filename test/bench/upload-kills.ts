// Kills the tab of an upload at a random moment, lets another one go on, and looks at what the service has: 500 times,
// or as often as is said. `--seed` repeats a run. Exits 1 when any upload did not end in one whole video, or sent more
// than one part a connection again.
import { parseArgs } from 'node:util';
import { seededRandom } from '../session/seeded-random.ts';
import { TabKills, type KillOutcome, type KillWire, type Line } from '../support/tab-kills.ts';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) } },
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

const kills = await TabKills.start();
const outcomes: KillOutcome[] = [];
let failures = 0;
const fail = (why: string) => {
  failures++;
  console.log(why);
};
console.log(`${String(count)} kills; seed ${values.seed}`);
for (let kill = 1; kill <= count; kill++) {
  const wire = WIRES[kill % WIRES.length] ?? 'backend';
  const line = LINES[Math.floor(random() * LINES.length)] ?? { speed: 16_000_000, latency: 20 };
  // From the choice of the file on, to a little after its end.
  const moment = Math.round(random() * 1.1 * ((kills.size / line.speed) * 1000 + 500));
  const said = `kill ${String(kill)}: ${wire}, after ${String(moment)} ms at ${JSON.stringify(line)}`;
  try {
    const outcome = await kills.run(wire, moment, line);
    outcomes.push(outcome);
    const fault = kills.faultOf(outcome);
    if (fault) fail(`${said}: ${fault} ${JSON.stringify(outcome)}`);
  } catch (error) {
    fail(`${said}: ${String(error)}`);
  }
  if (kill % 25 === 0) console.log(`  ${String(kill)} done, ${String(failures)} failed`);
}
await kills.stop();

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
