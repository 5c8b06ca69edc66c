// npm run bench -- cue-timing [rounds]: how late cues of the player are on the screen in Chromium, at half, whole and double
// speed, after seeks, and for cues that come while their time is. Exits 1 where a median is over the limit.
import { saveTable } from '../support/bench-results.ts';
import { MediaPage } from '../../test/e2e/support/media-page.ts';
import type { CueDelay } from '../support/captions/cue-clock.ts';
import type {} from '../support/captions/captions-entry.ts';

const rounds = Number(process.argv[2] ?? 3);
const LIMIT_MS = 50;
const LIVE_LIMIT_MS = 100;
const site = await MediaPage.open('bench/support/captions/captions-entry.ts');
const faults: string[] = [];
const table: Record<string, object> = {};
/** Steps slower than their limit. */
const slow: string[] = [];

function take(name: string, delays: readonly CueDelay[], limit: number): void {
  const times = delays.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN);
  const late = times.filter((ms) => ms > limit).length;
  table[name] = {
    'cues': times.length,
    'median, ms': at(0.5),
    'p95, ms': at(0.95),
    'worst, ms': at(1),
    [`over the limit`]: late,
  };
  if (!(at(0.5) <= limit)) slow.push(name);
}

try {
  const page = await site.renew(faults);
  for (const rate of [0.5, 1, 2]) {
    const delays: CueDelay[] = [];
    for (let round = 0; round < rounds; round++)
      delays.push(...(await page.evaluate((speed) => window.captionsBench.cues(speed), rate)));
    take(`at ${rate} times the speed`, delays, LIMIT_MS);
  }
  take(
    'after a seek',
    await page.evaluate((count) => window.captionsBench.seeks(count), 20 * rounds),
    LIMIT_MS,
  );
  take(
    'live, after it arrived',
    await page.evaluate((count) => window.captionsBench.live(count), 20 * rounds),
    LIVE_LIMIT_MS,
  );
} finally {
  await site.close();
}
console.table(table);
saveTable('cue-timing', 'cues of the player against their stamps', table);
for (const fault of faults) console.log(fault);
process.exit(slow.length + faults.length === 0 ? 0 : 1);
