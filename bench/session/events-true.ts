// npm run bench -- events-true [count] [seed] [at once]: scripted viewings of an HLS film in Chromium, each with presses,
// seeks, stalls and outages of its seed, and what the session reports of them beside what the media element itself showed.
// Wrong is a metric further than 50 ms from the witness, or another list of events than the presses make. Where a metric
// is, and a thread of the page that only ticks was kept waiting for longer than 25 ms, the machine was too busy to tell:
// the viewing counts as not measured and is done again, and as wrong where no repetition is calm.
// A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { faultsOf, orderFaultsOf } from '../../test/e2e/session/support/viewing-truth/compare-viewing.ts';
import { viewingScript } from '../../test/e2e/session/support/viewing-truth/viewing-script.ts';
import { ViewingTruths } from '../../test/e2e/session/support/viewing-truth/viewing-truths.ts';

/** Milliseconds that the machine may keep a waiting thread: half of what a metric may differ. */
const MAX_LAG_MS = 25;
const MAX_TRIES = 6;

const run = ResumableRun.start({
  name: 'events-true',
  what: 'scripted viewings in Chromium, each metric within 50 ms of what the media element showed',
  count: 300,
  lanes: 2,
  tally: { events: 0, ends: noEnds(), unmeasured: 0 },
  figure: ({ events, ends, unmeasured }) =>
    `${events} events as the presses made them; ${Object.entries(ends)
      .map(([end, count]) => `${count} ${end}`)
      .join(', ')}; ${unmeasured} not measured, since the machine was busy, and done again`,
});

const truths = await ViewingTruths.start();
const seeds = run.seeds();
await Promise.all(
  Array.from({ length: run.lanes }, async () => {
    for (const seed of seeds) run.done(seed, await watchOnce(seed));
  }),
);
await truths.stop();
run.end();

/** Its faults. */
async function watchOnce(seed: number, tries = 1): Promise<string | undefined> {
  const script = viewingScript(seed);
  try {
    const seen = await truths.run(script);
    const faults = faultsOf(seen);
    if (faults.length > 0) {
      const { lag } = seen.trace;
      const isMeasured = lag <= MAX_LAG_MS || orderFaultsOf(seen).length > 0;
      if (!isMeasured) run.tally.unmeasured++;
      if (!isMeasured && tries < MAX_TRIES) return await watchOnce(seed, tries + 1);
      return `${JSON.stringify(script)}, lag ${lag.toFixed()} ms:\n    ${faults.join('\n    ')}`;
    }
    run.tally.events += seen.exported.length - 1;
    run.tally.ends[script.end] = (run.tally.ends[script.end] ?? 0) + 1;
    return undefined;
  } catch (error) {
    return `${JSON.stringify(script)}: ${String(error)}`;
  }
}

function noEnds(): Record<string, number> {
  return {};
}
