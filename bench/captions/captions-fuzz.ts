// npm run bench -- captions-fuzz [count] [seed]: reads 1,000,000 mutated files of captions, their STYLE blocks included.
// Wrong is one that throws or becomes anything but text. captions-drawn draws such files in Chromium, and captions-worst
// reads the slowest ones. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { readMutants } from '../../test/core/caption-files/support/read-mutants.ts';

const run = ResumableRun.start({
  name: 'captions-fuzz',
  what: 'mutated files of captions, read in Node',
  count: 1_000_000,
  each: 10_000,
  tally: { understood: 0, styled: 0, slowestMs: 0 },
  figure: ({ understood, styled, slowestMs }) =>
    `${understood.toLocaleString('en')} understood, with ${styled.toLocaleString('en')} rules of style; ` +
    `slowest ${slowestMs.toFixed(1)} ms`,
});
for (const seed of run.seeds()) {
  const { faults, understood, styled, slowestMs } = readMutants(seed, run.each);
  run.tally.understood += understood;
  run.tally.styled += styled;
  run.tally.slowestMs = Math.max(run.tally.slowestMs, slowestMs);
  run.done(seed, faults);
}
run.end();
