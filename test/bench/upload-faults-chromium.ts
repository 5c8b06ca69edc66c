// npm run bench -- upload-faults-chromium [count] [seed]: so many uploads of a page in Chromium, each with its own faults,
// many to a page, of up to 16 MiB. Prints a table, and the seed of each that went wrong; exits 1 then.
import { FaultService } from '../support/faults/fault-service.ts';
import { FaultPage } from '../support/faults/fault-page.ts';
import { makeSchedule } from '../support/faults/make-schedule.ts';
import { FaultTable } from '../support/faults/fault-table.ts';
import { withHangTimeout } from '../support/faults/with-hang-timeout.ts';

const [, , count = '500', seed = String(Math.floor(Math.random() * 1_000_000_000))] = process.argv;
const LARGEST = 16 * 2 ** 20;
/** Uploads to a page. */
const TO_A_PAGE = 50;

console.log(`${count} schedules from seed ${seed}`);
const table = new FaultTable();
const services = { with: await FaultService.open(true), without: await FaultService.open(false) };
const page = await FaultPage.open();
for (let at = 0; at < Number(count); at++) {
  if (at % TO_A_PAGE === 0) await page.renew();
  const schedule = makeSchedule(Number(seed) + at, { largest: LARGEST });
  const service = schedule.hasExtensions ? services.with : services.without;
  const outcome = await withHangTimeout(page.run(schedule, service), schedule);
  table.note(outcome, schedule);
  if (outcome.ended === 'never') await page.renew();
  if (table.uploads % 50 === 0) console.log(`  ${table.summary}`);
}
await page.close();
await services.with.close();
await services.without.close();
table.print();
process.exit(table.wrong === 0 ? 0 : 1);
