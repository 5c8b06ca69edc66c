// npm run bench -- overload [count] [seed]: lets 10,000 strangers ask a page backend within 150 seconds of a clock of its
// own, while thirty uploaders renew their grants and the service is dead, hangs, is slow, refuses or limits for a minute.
// Wrong is an honest request that is refused outside that minute, no grant within ten seconds after it, or a herd. A long
// run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { faultOf, overload, SERVICE_TROUBLES } from '../../test/backend/support/overload/overload.ts';

const STRANGERS = 10_000;

const run = ResumableRun.start({
  name: 'overload',
  what: 'a page backend, 10,000 strangers, thirty uploaders, and a service in trouble for a minute',
  count: 30,
  tally: { granted: 0, slowest: 0, during: 0, after: 0 },
  figure: ({ granted, slowest, during, after }) =>
    `${granted.toLocaleString('en')} grants; recovered after ${slowest.toFixed(1)} s at most; the busiest second, beside ` +
    `one before the trouble: ${during.toFixed(1)} times as many requests in it, ${after.toFixed(1)} after it`,
});
for (const seed of run.seeds()) {
  const trouble = SERVICE_TROUBLES[seed % SERVICE_TROUBLES.length] ?? 'hangs';
  const report = await overload(trouble, STRANGERS, seed);
  const { tally } = run;
  const { busiest } = report;
  tally.granted += report.granted;
  tally.slowest = Math.max(tally.slowest, report.recoveredAfter);
  tally.during = Math.max(tally.during, busiest.during / busiest.before);
  tally.after = Math.max(tally.after, busiest.after / busiest.before);
  const fault = faultOf(trouble, report);
  run.done(seed, fault === undefined ? undefined : `it ${trouble}: ${fault}`);
}
run.end();
