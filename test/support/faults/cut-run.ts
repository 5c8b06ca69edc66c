import { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import type { LineFault } from './faulty-line.ts';
import { runSchedule, type Engine } from './run-schedule.ts';

const SIZE = 64 * 1024;
const WIRES = ['parts', 'tus', 'put'] as const;

/** An upload of 64 KiB by a wire whose connection is cut once. */
function cutOnce(wire: FaultSchedule['wire'], side: LineFault['side'], after: number): FaultSchedule {
  return {
    seed: after,
    wire,
    hasExtensions: true,
    takesRanges: true,
    size: SIZE,
    partSize: { min: SIZE, max: SIZE },
    right: 'video',
    line: [{ side, after, how: 'reset' }],
    least: 0,
    answers: [],
    pauses: 0,
    story: { kind: 'plain' },
  };
}

/** Uploads 64 KiB with the connection cut at each `stride`th byte from `first` on, in both directions: tells what went wrong. */
export async function cutAtBytes(
  engine: Engine,
  { first, stride }: { first: number; stride: number },
): Promise<{ uploads: number; struck: number; wrong: string[] }> {
  const house = await FaultHouse.open();
  const wrong: string[] = [];
  let [uploads, struck] = [0, 0];
  try {
    for (const wire of WIRES) {
      for (const [side, bytes] of [
        ['up', SIZE + 1_500],
        ['down', 2_500],
      ] as const) {
        for (let after = first; after <= bytes; after += side === 'up' ? stride : Math.ceil(stride / 8)) {
          const outcome = await runSchedule(cutOnce(wire, side, after), house, engine);
          uploads++;
          struck += outcome.struck;
          if (outcome.fault !== undefined) wrong.push(`${wire} ${side} ${String(after)}: ${outcome.fault}`);
          else if (outcome.ended !== 'done') wrong.push(`${wire} ${side} ${String(after)}: ${outcome.ended}`);
        }
      }
    }
  } finally {
    await house.close();
  }
  return { uploads, struck, wrong };
}
