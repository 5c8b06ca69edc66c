import assert from 'node:assert/strict';
import { FaultService } from './fault-service.ts';
import type { FaultSchedule, ScheduleOutcome } from './fault-schedule.ts';
import { makeSchedule } from './make-schedule.ts';

const LARGEST = 2 ** 22;

/** The services that uploads of a test go to: one with the marked extensions, and one without. */
export class FaultServices {
  readonly #services: FaultService[] = [];

  /** Opens them. */
  async open(): Promise<void> {
    this.#services.push(await FaultService.open(true), await FaultService.open(false));
  }

  async close(): Promise<void> {
    for (const service of this.#services) await service.close();
  }

  /** Runs the schedules of `count` seeds, and asserts that each ends rightly, by one wire where it is named. `SEED` begins with another seed. */
  async assertRight(
    { seed, count, wire }: { seed: number; count: number; wire?: FaultSchedule['wire'] },
    run: (schedule: FaultSchedule, service: FaultService) => Promise<ScheduleOutcome>,
  ): Promise<void> {
    for (let at = 0; at < count; at++) {
      const schedule = makeSchedule(seed + at, { largest: LARGEST, wire });
      const service = this.#services[schedule.hasExtensions ? 0 : 1];
      assert.ok(service);
      const { fault } = await run(schedule, service);
      assert.equal(fault, undefined, `SEED=${schedule.seed}`);
    }
  }
}
