// npm run bench -- token-clocks [count] [seed]: sends uploads of three hours while the clock of the service, or of the site
// and its visitor, is set by up to a day between two looks at it, with tokens of one minute to one hour. Wrong is an
// expired token that the sandbox takes, a part that is refused again after a renewal, or more renewals than lives of
// tokens. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { uploadInTrouble, type TokenTrouble } from '../../test/sandbox/sweeps/support/token-clocks.ts';

const HOUR_MS = 3_600_000;
const MOST_LOOKS = 400;

const run = ResumableRun.start({
  name: 'token-clocks',
  what: 'uploads of three hours by a clock that is set by up to a day',
  count: 5_000,
  each: 25,
  tally: { set: 0 },
  figure: ({ set }) => `${set.toLocaleString('en')} clocks set`,
});
for (const first of run.seeds()) {
  const faults = [];
  for (let seed = first; seed < first + run.each; seed++) {
    const random = seededRandom(seed);
    const most = random() < 0.2 ? 24 * HOUR_MS : HOUR_MS;
    const trouble: TokenTrouble = {
      machine: random() < 0.5 ? 'service' : 'site',
      jumpAt: Math.floor(random() * MOST_LOOKS),
      jumpMs: Math.round((random() * 2 - 1) * most),
      partSeconds: Math.round(30 + random() * 1_170),
      ttl: Math.round(60 + random() * 3_540),
    };
    const { fault, looks } = await uploadInTrouble(trouble);
    if (fault !== undefined) faults.push({ seed, what: `${JSON.stringify(trouble)}: ${fault}` });
    if (trouble.jumpAt < looks) run.tally.set++;
  }
  run.done(first, faults);
}
run.end();
