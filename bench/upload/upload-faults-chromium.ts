// npm run bench -- upload-faults-chromium [count] [seed]: so many uploads of a page in Chromium, each with its own faults,
// many to a page, of up to 16 MiB. A long run: --minutes, --report, --again, --only SEED, --save.
import { ResumableRun } from '../support/resumable-run.ts';
import { FaultPage } from '../../test/e2e/upload/support/fault-page.ts';
import { FaultService } from '../../test/support/upload/faults/fault-service.ts';
import { FaultTable } from '../support/upload/fault-table.ts';
import { makeSchedule } from '../../test/support/upload/faults/make-schedule.ts';
import { movesOf, withHangTimeout } from '../../test/support/upload/faults/with-hang-timeout.ts';

const LARGEST = 16 * 2 ** 20;
/** Uploads to a page. */
const TO_A_PAGE = 50;

const run = ResumableRun.start({
  name: 'upload-faults-chromium',
  what: 'uploads in Chromium with 5 faults or more each, up to 16 MiB',
  count: 500,
  tally: FaultTable.empty(),
  figure: (sum) => new FaultTable(sum).summary,
  print: (sum) => new FaultTable(sum).print(),
});
const table = new FaultTable(run.tally);
const services = { with: await FaultService.open(true), without: await FaultService.open(false) };
const page = await FaultPage.open();
let own = 0;
for (const seed of run.seeds()) {
  if (own++ % TO_A_PAGE === 0) await page.renew();
  const schedule = makeSchedule(seed, { largest: LARGEST });
  const service = schedule.hasExtensions ? services.with : services.without;
  const outcome = await withHangTimeout(page.run(schedule, service), { seed, moves: () => movesOf(service) });
  run.done(seed, table.note(outcome, schedule));
  if (outcome.ended === 'never') await page.renew();
}
await page.close();
await services.with.close();
await services.without.close();
run.end();
