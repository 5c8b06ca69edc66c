// npm run bench -- upload-faults [count] [seed]: so many uploads, each with its own faults, over real connections to the
// sandbox and to a server of signed addresses. Prints a table, and the seed of each that went wrong; exits 1 then.
import { FaultHouse } from '../support/faults/fault-house.ts';
import { makeSchedule } from '../support/faults/fault-schedule.ts';
import { loadEngine } from '../support/faults/load-engine.ts';
import { runSchedule, type ScheduleOutcome } from '../support/faults/run-schedule.ts';
import { orHang } from '../support/faults/or-hang.ts';

const [, , count = '10000', seed = String(Math.floor(Math.random() * 1_000_000_000))] = process.argv;
const first = Number(seed);
const ends = new Map<string, { uploads: number; faults: number; bytes: number; ms: number; wrong: number }>();
let unhandled = 0;
process.on('unhandledRejection', (error) => {
  unhandled++;
  console.log('an unhandled rejection:', error);
});

console.log(`${count} schedules from seed ${seed}`);
const engine = await loadEngine();
const houses = { with: await FaultHouse.open(true), without: await FaultHouse.open(false) };
const began = performance.now();
let wrong = 0;
for (let at = 0; at < Number(count); at++) {
  const hasExtensions = at % 4 !== 3;
  const schedule = makeSchedule(first + at, { hasExtensions });
  const house = hasExtensions ? houses.with : houses.without;
  const outcome = await orHang(runSchedule(schedule, house, engine), schedule.seed);
  note(`${schedule.wire}, ${outcome.ended}`, outcome);
  if (outcome.fault === undefined) continue;
  wrong++;
  console.log(
    `seed ${String(schedule.seed)} (${schedule.wire}, ${String(schedule.size)} B): ${outcome.fault}`,
  );
}
const seconds = (performance.now() - began) / 1000;
await houses.with.close();
await houses.without.close();
console.table(Object.fromEntries([...ends].sort()));
console.log(
  `${count} uploads in ${seconds.toFixed(0)} s: ${String(wrong)} wrong, ${String(unhandled)} unhandled`,
);
process.exit(wrong + unhandled === 0 ? 0 : 1);

function note(kind: string, { struck, sent, ms, fault }: ScheduleOutcome): void {
  const row = ends.get(kind) ?? { uploads: 0, faults: 0, bytes: 0, ms: 0, wrong: 0 };
  row.uploads++;
  row.faults += struck;
  row.bytes += sent;
  row.ms += Math.round(ms);
  row.wrong += fault === undefined ? 0 : 1;
  ends.set(kind, row);
}
