import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mutantsOf } from './support/faults/engine-mutants.ts';
import { FaultService } from '../support/upload/faults/fault-service.ts';
import type { FaultSchedule } from '../support/upload/faults/fault-schedule.ts';
import { loadEngine } from './support/faults/load-engine.ts';
import { runSchedule, type Engine } from '../support/upload/faults/run-schedule.ts';

/** An upload that meets no fault: whatever is wrong with it, the engine did. */
const SCHEDULE: FaultSchedule = {
  ...{ seed: 1, wire: 'parts', hasExtensions: true, takesRanges: true, size: 20_000 },
  ...{
    partSize: { min: 8_000, max: 8_000 },
    credential: 'token',
    line: [],
    least: 0,
    answers: [],
    pauses: 0,
  },
  scenario: { kind: 'plain' },
};

describe('a fault schedule and an engine with a mistake', () => {
  let engine: Engine;
  let service: FaultService;

  before(async () => {
    engine = await loadEngine();
    service = await FaultService.open();
  });

  after(() => service.close());

  it('finds nothing wrong with the engine as it is', async () => {
    for (const { scenario = SCHEDULE.scenario } of mutantsOf(engine)) {
      assert.equal((await runSchedule({ ...SCHEDULE, scenario }, service, engine)).fault, undefined);
    }
  });

  it('finds out each mistake', async () => {
    for (const mutant of mutantsOf(engine)) {
      const { mistake, verdict, hangTimeoutMs, scenario = SCHEDULE.scenario } = mutant;
      const outcome = await runSchedule({ ...SCHEDULE, scenario }, service, mutant.engine, hangTimeoutMs);
      const { fault = 'nothing is wrong' } = outcome;
      assert.match(fault, verdict, `an engine that ${mistake}`);
    }
  });
});
