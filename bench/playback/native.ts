// npm run bench -- native [count] [seed] [lanes]: so many sequences of steps, done to <vh-player> and to a <video> in
// Chromium, over MP4 and HLS, compared step by step: what the interface says, the order of events, what shows. A long run:
// --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { drawSteps } from '../../test/e2e/playback/support/native/draw-steps.ts';
import { describeDifferences, NativePages } from '../../test/e2e/playback/support/native/native-pages.ts';

const run = ResumableRun.start<{ steps: number; kept: Record<string, number> }>({
  name: 'native',
  what: 'sequences of steps, `<vh-player>` against `<video>` in Chromium',
  count: 300,
  lanes: 4,
  tally: { steps: 0, kept: {} },
  figure: ({ steps, kept }) => {
    const each = Object.entries(kept).map(([name, times]) => `${times} × ${name}`);
    return `${steps} steps; differences on purpose: ${each.join(', ') || 'none met'}`;
  },
});

function* sequences(): Generator<{ seed: number; steps: string }> {
  for (const seed of run.seeds()) yield { seed, steps: drawSteps(seed) };
}

const pages = await NativePages.open();
await pages.runAll(sequences(), run.lanes, ({ seed, steps }, { differences, kept }) => {
  run.tally.steps += steps.split(' ').length;
  for (const name of kept) run.tally.kept[name] = (run.tally.kept[name] ?? 0) + 1;
  run.done(seed, differences.length > 0 ? describeDifferences(differences) : undefined);
});
await pages.close();
run.end();
