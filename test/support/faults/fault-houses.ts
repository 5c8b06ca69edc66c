import assert from 'node:assert/strict';
import { FaultHouse } from './fault-house.ts';
import { makeSchedule, type FaultSchedule } from './fault-schedule.ts';
import type { ScheduleOutcome } from './run-schedule.ts';

/** Milliseconds after which no further schedule is begun: a slow machine runs fewer. */
const ENOUGH = 15_000;
const MOST = 120;
const LARGEST = 2 ** 22;

/** The services that uploads of a test go to: one with the marked extensions, and one without. */
export class FaultHouses {
  readonly seed = Math.floor(Math.random() * 1_000_000_000);
  readonly #houses: FaultHouse[] = [];

  /** Opens them. */
  async open(): Promise<void> {
    this.#houses.push(await FaultHouse.open(true), await FaultHouse.open(false));
  }

  async close(): Promise<void> {
    for (const house of this.#houses) await house.close();
  }

  /** Has as many fresh schedules run as there is time for, and asserts that each ends rightly. */
  async assertRight(
    run: (schedule: FaultSchedule, house: FaultHouse) => Promise<ScheduleOutcome>,
  ): Promise<void> {
    const began = performance.now();
    for (let at = 0; at < MOST && performance.now() - began < ENOUGH; at++) {
      const hasExtensions = at % 4 !== 3;
      const schedule = makeSchedule(this.seed + at, { largest: LARGEST, hasExtensions });
      const house = this.#houses[hasExtensions ? 0 : 1];
      assert.ok(house);
      const { fault } = await run(schedule, house);
      const how = hasExtensions ? 'with' : 'without';
      assert.equal(fault, undefined, `seed ${String(schedule.seed)}, ${how} extensions`);
    }
  }
}
