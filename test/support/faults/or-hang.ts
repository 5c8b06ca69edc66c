import type { ScheduleOutcome } from './run-schedule.ts';

/** Milliseconds of real time after which an upload hangs: time that is waited passes in no time here. */
const LONG = 60_000;

/** The outcome of a schedule, or that it hangs. */
export async function orHang(outcome: Promise<ScheduleOutcome>, seed: number): Promise<ScheduleOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ScheduleOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve({ seed, fault: 'it hangs', ended: 'never', struck: 0, sent: 0, ms: LONG, recovery: LONG });
    }, LONG);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
