// npm run bench -- events-true [count] [seed] [at once]: scripted viewings of an HLS film in Chromium, each with presses,
// seeks, stalls and outages of its seed, and what the session reports of them beside what the media element itself showed.
// Wrong is a metric further than 50 ms from the witness, or another list of events than the presses make.
// A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../test/support/bench/resumable-run.ts';
import { faultsOf } from '../test/support/viewing-truth/compare-viewing.ts';
import { viewingScript } from '../test/support/viewing-truth/viewing-script.ts';
import { ViewingTruths } from '../test/support/viewing-truth/viewing-truths.ts';

const run = ResumableRun.start({
  name: 'events-true',
  what: 'scripted viewings in Chromium, each metric within 50 ms of what the media element showed',
  count: 300,
  lanes: 2,
  tally: { events: 0, ends: noEnds() },
  figure: ({ events, ends }) =>
    `${events} events as the presses made them; ${Object.entries(ends)
      .map(([end, count]) => `${count} ${end}`)
      .join(', ')}`,
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
async function watchOnce(seed: number): Promise<string | undefined> {
  const script = viewingScript(seed);
  try {
    const seen = await truths.run(script);
    const faults = faultsOf(seen);
    if (faults.length > 0) return `${JSON.stringify(script)}:\n    ${faults.join('\n    ')}`;
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
