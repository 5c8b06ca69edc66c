import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mutantsOf } from '../support/faults/engine-mutants.ts';
import { FaultHouse } from '../support/faults/fault-house.ts';
import type { FaultSchedule } from '../support/faults/fault-schedule.ts';
import { loadEngine } from '../support/faults/load-engine.ts';
import { runSchedule, type Engine } from '../support/faults/run-schedule.ts';

/** An upload that meets no fault: whatever is wrong with it, the engine did. */
const SCHEDULE: FaultSchedule = {
  ...{ seed: 1, wire: 'parts', hasExtensions: true, takesRanges: true, size: 20_000 },
  ...{ partSize: { min: 8_000, max: 8_000 }, right: 'token', line: [], least: 0, answers: [], pauses: 0 },
  story: { kind: 'plain' },
};

describe('a fault schedule and an engine with a mistake', () => {
  let engine: Engine;
  let house: FaultHouse;

  before(async () => {
    engine = await loadEngine();
    house = await FaultHouse.open();
  });

  after(() => house.close());

  it('finds nothing wrong with the engine as it is', async () => {
    for (const { story = SCHEDULE.story } of mutantsOf(engine)) {
      assert.equal((await runSchedule({ ...SCHEDULE, story }, house, engine)).fault, undefined);
    }
  });

  it('finds out each mistake', async () => {
    for (const mutant of mutantsOf(engine)) {
      const { mistake, verdict, hangTimeoutMs, story = SCHEDULE.story } = mutant;
      const outcome = await runSchedule({ ...SCHEDULE, story }, house, mutant.engine, hangTimeoutMs);
      const { fault = 'nothing is wrong' } = outcome;
      assert.match(fault, verdict, `an engine that ${mistake}`);
    }
  });
});
