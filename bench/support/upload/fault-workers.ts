import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FaultSchedule, ScheduleOutcome } from '../../../test/support/upload/faults/fault-schedule.ts';

const WORKER = new URL('fault-worker.js', import.meta.url);
/** Schedules that one process runs: Node 20 keeps each signal that is made of others, and all that hangs on it. */
const LIFE = 2_000;

/** Runs schedules in several processes, each with a sandbox and a line of its own, and hands on how each ended. */
export async function runInWorkers(
  schedules: Iterator<FaultSchedule>,
  workers: number,
  onOutcome: (outcome: ScheduleOutcome, schedule: FaultSchedule) => void,
): Promise<void> {
  const work = async () => {
    let worker = await start();
    let age = 0;
    for (let next = schedules.next(); !next.done; next = schedules.next()) {
      const outcome = await ask(worker, next.value);
      onOutcome(outcome, next.value);
      // What hangs may strike again at whatever comes after it.
      const isStuck = outcome.ended === 'never';
      if (!isStuck && ++age < LIFE) continue;
      if (isStuck) worker.kill('SIGKILL');
      else await end(worker);
      worker = await start();
      age = 0;
    }
    await end(worker);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function start(): Promise<ChildProcess> {
  const worker = fork(WORKER);
  await once(worker, 'message');
  return worker;
}

async function end(worker: ChildProcess): Promise<void> {
  worker.send('end');
  if (worker.exitCode === null) await once(worker, 'exit');
}

function ask(worker: ChildProcess, schedule: FaultSchedule): Promise<ScheduleOutcome> {
  return new Promise((resolve) => {
    const die = () => {
      const { seed } = schedule;
      resolve({ seed, fault: 'its process died', ended: 'never', struck: 0, sent: 0, ms: 0, recovery: 0 });
    };
    worker.once('exit', die);
    worker.once('message', (outcome: ScheduleOutcome) => {
      worker.off('exit', die);
      resolve(outcome);
    });
    worker.send(schedule);
  });
}
