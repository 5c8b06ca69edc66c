import type { ScheduleOutcome } from './run-schedule.ts';

/** Milliseconds of real time after which an upload hangs: time that is waited passes in no time here. */
const LONG = 30_000;

/** The outcome of a schedule, or that it hangs, with whatever `look` sees then. */
export async function orHang(
  outcome: Promise<ScheduleOutcome>,
  seed: number,
  look: () => string = () => '',
): Promise<ScheduleOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ScheduleOutcome>((resolve) => {
    timer = setTimeout(() => {
      const fault = `it hangs ${look()}`.trim();
      resolve({ seed, fault, ended: 'never', struck: 0, sent: 0, ms: LONG, recovery: LONG });
    }, LONG);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
