// npm run bench -- hostile-playlists-chromium [count] [seed] [lanes]: gives the whole player in Chromium as many mutated
// playlists. Wrong is one that hangs it, runs a script or is met with silence. A long run: --minutes, --report, --again,
// --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { PlayPages } from '../../test/e2e/support/play-faults/play-page.ts';
import type { PlaySchedule } from '../../test/e2e/support/play-faults/play-schedule.ts';

const run = ResumableRun.start<{ ends: Record<string, number> }>({
  name: 'hostile-playlists-chromium',
  what: 'hostile playlists for the whole player in Chromium',
  count: 300,
  lanes: 8,
  tally: { ends: {} },
  figure: ({ ends }) =>
    Object.entries(ends)
      .map(([end, times]) => `${times} × ${end}`)
      .join(', '),
});

function* schedules(): Generator<PlaySchedule> {
  for (const seed of run.seeds()) yield { seed, stream: 'hostile', faults: [] };
}

const pages = await PlayPages.open();
await pages.runAll(schedules(), run.lanes, ({ seed }, { fault, ended, code }) => {
  const end = code === undefined ? ended : `${ended}: ${code}`;
  run.tally.ends[end] = (run.tally.ends[end] ?? 0) + 1;
  run.done(seed, fault);
});
await pages.close();
run.end();
