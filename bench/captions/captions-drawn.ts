// npm run bench -- captions-drawn [count] [seed]: reads 5,000 mutated files of captions in Chromium and draws them. Wrong is
// a file that opens a dialog, becomes an element that no cue has, or holds the page up for more than 50 ms. A long run:
// --minutes, --report, --again, --only SEED, --save.
import { ResumableRun, type WrongRun } from '../support/resumable-run.ts';
import type {} from '../support/captions/captions-entry.ts';
import { traceTasks } from '../support/captions/task-trace.ts';
import { MediaPage } from '../../test/e2e/support/media-page.ts';

const run = ResumableRun.start({
  name: 'captions-drawn',
  what: 'mutated files of captions, read and drawn in Chromium',
  count: 5_000,
  each: 500,
  tally: { longestMs: 0 },
  figure: ({ longestMs }) => `longest task ${longestMs} ms of the processor`,
});
const site = await MediaPage.open('bench/support/captions/captions-entry.ts');
const escaped: string[] = [];
const page = await site.renew(escaped);
page.on('dialog', (dialog) => {
  escaped.push(`a dialog: ${dialog.message()}`);
  void dialog.dismiss();
});
for (const seed of run.seeds()) {
  const wrong: WrongRun[] = [];
  // By the processor: what other programs take from the browser is no fault of a reader.
  const { over50, longestMs } = await traceTasks(page, async () => {
    const given = [seed, run.each] as const;
    const { faults } = await page.evaluate(([from, many]) => window.captionsBench.mutants(from, many), given);
    wrong.push(...faults);
  });
  run.tally.longestMs = Math.max(run.tally.longestMs, longestMs);
  wrong.push(...escaped.splice(0).map((what) => ({ seed, what })));
  if (over50 > 0) wrong.push({ seed, what: `${over50} tasks over 50 ms, the longest ${longestMs} ms` });
  run.done(seed, wrong);
}
await site.close();
run.end();
