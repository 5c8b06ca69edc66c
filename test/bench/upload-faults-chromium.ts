// npm run bench -- upload-faults-chromium [count] [seed]: so many uploads of a page in Chromium, each with its own faults,
// many to a page, of up to 16 MiB. Prints a table, and the seed of each that went wrong; exits 1 then.
import { FaultHouse } from '../support/faults/fault-house.ts';
import { FaultPage } from '../support/faults/fault-page.ts';
import { makeSchedule } from '../support/faults/fault-schedule.ts';
import { FaultTable } from '../support/faults/fault-table.ts';
import { orHang } from '../support/faults/or-hang.ts';

const [, , count = '500', seed = String(Math.floor(Math.random() * 1_000_000_000))] = process.argv;
const LARGEST = 16 * 2 ** 20;
/** Uploads to a page. */
const TO_A_PAGE = 50;

console.log(`${count} schedules from seed ${seed}`);
const table = new FaultTable();
const houses = { with: await FaultHouse.open(true), without: await FaultHouse.open(false) };
const page = await FaultPage.open();
for (let at = 0; at < Number(count); at++) {
  if (at % TO_A_PAGE === 0) await page.renew();
  const schedule = makeSchedule(Number(seed) + at, { largest: LARGEST });
  const house = schedule.hasExtensions ? houses.with : houses.without;
  const outcome = await orHang(page.run(schedule, house), schedule);
  table.note(outcome, schedule);
  if (outcome.ended === 'never') await page.renew();
  if (table.uploads % 50 === 0) console.log(`  ${table.summary}`);
}
await page.close();
await houses.with.close();
await houses.without.close();
table.print();
process.exit(table.wrong === 0 ? 0 : 1);
