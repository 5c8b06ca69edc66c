import { FaultService } from '../../../support/upload/faults/fault-service.ts';
import {
  WIRES,
  type FaultSchedule,
  type ScheduleOutcome,
} from '../../../support/upload/faults/fault-schedule.ts';
import type { LineFault } from '../../../support/upload/faults/faulty-line.ts';
import { runSchedule, type Engine } from '../../../support/upload/faults/run-schedule.ts';

const SIZE = 64 * 1024;

/** An upload of 64 KiB by a wire whose connection is cut once. */
function cutOnce(wire: FaultSchedule['wire'], side: LineFault['side'], after: number): FaultSchedule {
  return {
    seed: after,
    wire,
    hasExtensions: true,
    takesRanges: true,
    size: SIZE,
    partSize: { min: SIZE, max: SIZE },
    credential: 'video',
    line: [{ side, after, how: 'reset' }],
    least: 0,
    answers: [],
    pauses: 0,
    scenario: { kind: 'plain' },
  };
}

/** Uploads of 64 KiB by each wire, with the connection cut at each `stride`th byte from `first` on, in both directions. */
export function* cuts(first: number, stride: number): Generator<FaultSchedule> {
  for (const wire of WIRES) {
    for (const [side, bytes] of [
      ['up', SIZE + 1_500],
      ['down', 2_500],
    ] as const) {
      for (let after = first; after <= bytes; after += side === 'up' ? stride : Math.ceil(stride / 8))
        yield cutOnce(wire, side, after);
    }
  }
}

/** The fault of an upload that was cut once; nothing when it was done. */
export function cutFault(
  { fault, ended }: ScheduleOutcome,
  { wire, line }: FaultSchedule,
): string | undefined {
  const wrong = fault ?? (ended === 'done' ? undefined : ended);
  return wrong && `${wire} ${line[0]?.side ?? ''} ${String(line[0]?.after)}: ${wrong}`;
}

/** Runs some of the cuts in this process: returns what went wrong. */
export async function cutAtBytes(
  engine: Engine,
  { first, stride }: { first: number; stride: number },
): Promise<{ uploads: number; struck: number; wrong: string[] }> {
  const service = await FaultService.open();
  const wrong: string[] = [];
  let [uploads, struck] = [0, 0];
  try {
    for (const schedule of cuts(first, stride)) {
      const outcome = await runSchedule(schedule, service, engine);
      uploads++;
      struck += outcome.struck;
      const fault = cutFault(outcome, schedule);
      if (fault !== undefined) wrong.push(fault);
      if (outcome.ended === 'never') break;
    }
  } finally {
    await service.close();
  }
  return { uploads, struck, wrong };
}
