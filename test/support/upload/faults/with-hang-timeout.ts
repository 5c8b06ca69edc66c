import type { FaultService } from './fault-service.ts';
import type { ScheduleOutcome } from './fault-schedule.ts';

/** Time without any move after which an upload hangs; its own waits are skipped. Long, as the machine may be busy. */
const HANG_TIMEOUT_MS = 60_000;
/** Looks in that time. A busy machine comes late to each: only a look that was made counts. */
const LOOKS = 60;
/** Times as many looks, after which what moves all the time goes round in circles. */
const CIRCLES = 10;

export interface HangWatch {
  seed: number;
  /** Changes while the upload gets on. */
  moves: () => string;
  /** What is seen of the upload when it hangs. */
  look?: () => string;
  hangTimeoutMs?: number | undefined;
}

/** The outcome of a schedule, or that it hangs: nothing moved, at one look after the other, or no end comes. */
export async function withHangTimeout(
  outcome: Promise<ScheduleOutcome>,
  { seed, moves, look = () => '', hangTimeoutMs = HANG_TIMEOUT_MS }: HangWatch,
): Promise<ScheduleOutcome> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ScheduleOutcome>((resolve) => {
    let [looks, still, last] = [0, 0, moves()];
    timer = setInterval(() => {
      const now = moves();
      still = now === last ? still + 1 : 0;
      last = now;
      looks++;
      if (still < LOOKS && looks < LOOKS * CIRCLES) return;
      const fault = `${still < LOOKS ? 'it never ends' : 'it hangs'} ${look()}`.trim();
      const ms = performance.now() - began;
      resolve({ seed, fault, ended: 'never', struck: 0, sent: 0, ms, recovery: ms });
    }, hangTimeoutMs / LOOKS);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearInterval(timer);
  }
}

/** What changes at a service and its line while an upload gets on. */
export function movesOf({ requests, asked, line }: FaultService): string {
  return [requests, asked, line.struck, line.sent, line.connections].join(' ');
}
