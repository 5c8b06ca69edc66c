import type { ScheduleOutcome } from './fault-schedule.ts';

/** Real time after which an upload hangs; its own waits are skipped. Long, as the machine may be busy. */
const HANG_TIMEOUT_MS = 60_000;

/** The outcome of a schedule, or that it hangs, with whatever `look` sees then. */
export async function withHangTimeout(
  outcome: Promise<ScheduleOutcome>,
  {
    seed,
    look = () => '',
    hangTimeoutMs = HANG_TIMEOUT_MS,
  }: { seed: number; look?: () => string; hangTimeoutMs?: number | undefined },
): Promise<ScheduleOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ScheduleOutcome>((resolve) => {
    timer = setTimeout(() => {
      const fault = `it hangs ${look()}`.trim();
      const ms = hangTimeoutMs;
      resolve({ seed, fault, ended: 'never', struck: 0, sent: 0, ms, recovery: ms });
    }, hangTimeoutMs);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
