import assert from 'node:assert/strict';
import { FaultHouse } from './fault-house.ts';
import { makeSchedule, type FaultSchedule } from './fault-schedule.ts';
import type { ScheduleOutcome } from './run-schedule.ts';

const LARGEST = 2 ** 22;

/** The services that uploads of a test go to: one with the marked extensions, and one without. */
export class FaultHouses {
  readonly #houses: FaultHouse[] = [];

  /** Opens them. */
  async open(): Promise<void> {
    this.#houses.push(await FaultHouse.open(true), await FaultHouse.open(false));
  }

  async close(): Promise<void> {
    for (const house of this.#houses) await house.close();
  }

  /** Runs the schedules of `count` seeds, and asserts that each ends rightly. `SEED` begins with another seed. */
  async assertRight(
    { seed, count }: { seed: number; count: number },
    run: (schedule: FaultSchedule, house: FaultHouse) => Promise<ScheduleOutcome>,
  ): Promise<void> {
    for (let at = 0; at < count; at++) {
      const schedule = makeSchedule(seed + at, { largest: LARGEST });
      const house = this.#houses[schedule.hasExtensions ? 0 : 1];
      assert.ok(house);
      const { fault } = await run(schedule, house);
      assert.equal(fault, undefined, `SEED=${schedule.seed}`);
    }
  }
}
