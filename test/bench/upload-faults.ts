// npm run bench -- upload-faults [count] [seed] [processes]: so many uploads, each with its own faults, over real
// connections to the sandbox and to a server of signed addresses. Prints a table, and the seed of each that went wrong;
// exits 1 then.
import type { FaultSchedule } from '../support/faults/fault-schedule.ts';
import { makeSchedule } from '../support/faults/make-schedule.ts';
import { runInWorkers } from '../support/faults/fault-workers.ts';
import { FaultTable } from '../support/faults/fault-table.ts';

const [, , count = '10000', seed = String(Math.floor(Math.random() * 1_000_000_000)), processes = '2'] =
  process.argv;

function* schedules(): Generator<FaultSchedule> {
  for (let at = 0; at < Number(count); at++) yield makeSchedule(Number(seed) + at);
}

console.log(`${count} schedules from seed ${seed}`);
const table = new FaultTable();
// Whoever has waited long enough sees what there is.
process.once('SIGTERM', () => {
  table.print();
  process.exit(table.wrong === 0 ? 0 : 1);
});
await runInWorkers(schedules(), Number(processes), (outcome, schedule) => {
  table.note(outcome, schedule);
  if (table.uploads % 500 === 0) console.log(`  ${table.summary}`);
});
table.print();
process.exit(table.wrong === 0 ? 0 : 1);
