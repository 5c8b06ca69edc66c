// npm run bench -- sandbox-strangers [count] [seed]: words of what strangers send to the sandbox (RTMP, AMF, SPS, forms,
// Content-Range, headers of tus), good and spoilt, 1,000 of each at a time. Wrong is one that is misread, or neither read
// nor refused; it is shown in its shortest form. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { STRANGER_GRAMMARS } from '../../test/sandbox/sweeps/support/stranger-grammars.ts';

const EACH = 1_000;

const run = ResumableRun.start({
  name: 'sandbox-strangers',
  what: 'what strangers send to the sandbox, by seven grammars, 7,000 words a seed',
  count: 100,
  tally: { words: 0 },
  figure: ({ words }) => `${words.toLocaleString('en')} words`,
});
for (const seed of run.seeds()) {
  const faults: string[] = [];
  for (const { name, check } of STRANGER_GRAMMARS) {
    await check(seed, EACH).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    run.tally.words += EACH;
  }
  run.done(seed, faults.length === 0 ? undefined : faults.join('; '));
}
run.end();
