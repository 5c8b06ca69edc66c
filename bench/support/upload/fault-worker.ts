// One process that runs schedules: each message is one, and is answered with how it ended. See `FaultWorkers`.
import { FaultService } from '../../../test/support/upload/faults/fault-service.ts';
import type { FaultSchedule } from '../../../test/support/upload/faults/fault-schedule.ts';
import { loadEngine } from '../../../test/upload/support/faults/load-engine.ts';
import { runSchedule } from '../../../test/support/upload/faults/run-schedule.ts';

const engine = await loadEngine();
const services = { with: await FaultService.open(true), without: await FaultService.open(false) };
let unhandled = 0;
process.on('unhandledRejection', (error) => {
  unhandled++;
  console.log('an unhandled rejection:', error);
});

process.on('message', (schedule: FaultSchedule | 'end') => {
  if (schedule === 'end') void end();
  else void run(schedule);
});
// Without its parent, the result has no reader.
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function run(schedule: FaultSchedule): Promise<void> {
  const service = schedule.hasExtensions ? services.with : services.without;
  const outcome = await runSchedule(schedule, service, engine);
  // Late rejections belong to it too.
  await new Promise((resolve) => setImmediate(resolve));
  const fault = outcome.fault ?? (unhandled > 0 ? 'an unhandled rejection' : undefined);
  unhandled = 0;
  process.send?.({ ...outcome, fault });
}

async function end(): Promise<void> {
  await services.with.close();
  await services.without.close();
  process.exit();
}
