// One process that runs schedules: each message is one, and is answered with how it ended. See `FaultWorkers`.
import { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { loadEngine } from './load-engine.ts';
import { runSchedule } from './run-schedule.ts';

const engine = await loadEngine();
const houses = { with: await FaultHouse.open(true), without: await FaultHouse.open(false) };
let unhandled = 0;
process.on('unhandledRejection', (error) => {
  unhandled++;
  console.log('an unhandled rejection:', error);
});

process.on('message', (schedule: FaultSchedule | 'end') => {
  if (schedule === 'end') void end();
  else void run(schedule);
});
// With its parent gone, nobody wants to know.
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function run(schedule: FaultSchedule): Promise<void> {
  const house = schedule.hasExtensions ? houses.with : houses.without;
  const outcome = await runSchedule(schedule, house, engine);
  // What is rejected late belongs to it too.
  await new Promise((resolve) => setImmediate(resolve));
  const fault = outcome.fault ?? (unhandled > 0 ? 'a rejection that nobody handled' : undefined);
  unhandled = 0;
  process.send?.({ ...outcome, fault });
}

async function end(): Promise<void> {
  await houses.with.close();
  await houses.without.close();
  process.exit();
}
