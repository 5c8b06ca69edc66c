// Has the readers of src/playback read 100,000 mutated playlists (or as many as is said, from the seed that is said),
// and the whole player in Chromium some hundreds of them. Exits 1 when one of them hung, ran a script or was met with
// silence.
import { randomInt } from 'node:crypto';
import { readHostilePlaylists } from '../support/hostile/read-hostile-playlists.ts';
import { PlayPages } from '../support/play-faults/play-page.ts';
import type { PlaySchedule } from '../support/play-faults/play-schedule.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const inChromium = Number(process.argv[4] ?? 300);
const print = (line: string) => process.stdout.write(`${line}\n`);

print(`seed ${String(seed)}: npm run bench -- hostile-playlists ${String(count)} ${String(seed)}`);
const { playlists, begun, slowestMs, faults } = readHostilePlaylists(seed, count);
for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
print(
  `readers: ${String(playlists)} playlists, ${String(faults.length)} wrong, ${String(begun)} begun, ` +
    `slowest ${slowestMs.toFixed(0)} ms`,
);

function* schedules(): Generator<PlaySchedule> {
  for (let at = 0; at < inChromium; at++) yield { seed: seed + at, stream: 'hostile', faults: [] };
}

const pages = await PlayPages.open();
const ends = new Map<string, number>();
let wrong = 0;
await pages.runAll(schedules(), 8, (schedule, { fault, ended, code }) => {
  const end = code === undefined ? ended : `${ended}: ${code}`;
  ends.set(end, (ends.get(end) ?? 0) + 1);
  if (fault === undefined) return;
  wrong += 1;
  print(`  WRONG: ${fault} (seed ${String(schedule.seed)})`);
});
await pages.close();
print(
  `player in Chromium: ${String(inChromium)} playlists, ${String(wrong)} wrong: ${JSON.stringify(Object.fromEntries(ends))}`,
);
process.exit(faults.length + wrong === 0 ? 0 : 1);
