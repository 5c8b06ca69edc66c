// npm run bench -- events-kept [count] [seed] [at once] [--browser firefox]: ends viewings in Chromium or Firefox in every way
// that they end (the tab closed, another page, a crash, no network, back and forward), with a collector that answers after 0, 300 or 1,500 ms and may lose its
// first answer; looks at what the service has after a later visit. Wrong is a viewing that is not one session with each event
// once, in order. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { ViewingKills, viewingKill } from '../../test/e2e/session/support/viewing-kills/viewing-kills.ts';

const run = ResumableRun.start({
  name: 'events-kept',
  what: ({ browser }) =>
    `viewings in ${browser === 'firefox' ? 'Firefox' : 'Chromium'}, each ended in a way of its own, read back after a later visit`,
  count: 1000,
  lanes: 4,
  options: { browser: { type: 'string', default: 'chromium' } },
  tally: { events: 0, ends: noEnds() },
  figure: ({ events, ends }) =>
    `${events} events, each there once; ${Object.entries(ends)
      .map(([end, count]) => `${count} ${end}`)
      .join(', ')}`,
});

const kills = await ViewingKills.start(run.option('browser') === 'firefox' ? 'firefox' : 'chromium');
const seeds = run.seeds();
await Promise.all(
  Array.from({ length: run.lanes }, async () => {
    for (const seed of seeds) run.done(seed, await endOnce(seed));
  }),
);
await kills.stop();
run.end();

/** Its faults. */
async function endOnce(seed: number): Promise<string | undefined> {
  const kill = viewingKill(seed);
  try {
    const kept = await kills.run(kill);
    const fault = kills.faultOf(kept);
    if (fault) return `${JSON.stringify(kill)}: ${fault}`;
    run.tally.events += kept.expected.length;
    const end = kill.end === 'back' && !kept.isKeptPage ? 'back, loaded again' : kill.end;
    run.tally.ends[end] = (run.tally.ends[end] ?? 0) + 1;
    return undefined;
  } catch (error) {
    return `${JSON.stringify(kill)}: ${String(error)}`;
  }
}

function noEnds(): Record<string, number> {
  return {};
}
