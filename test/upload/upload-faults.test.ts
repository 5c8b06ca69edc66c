import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rounds } from '../support/division.ts';
import { cutAtBytes } from './support/faults/cut-run.ts';
import { FaultServices } from '../support/upload/faults/fault-services.ts';
import { loadEngine } from './support/faults/load-engine.ts';
import { runSchedule, type Engine } from '../support/upload/faults/run-schedule.ts';
import { announceSeed } from '../support/seeded.ts';

describe('Upload over a faulty line', () => {
  const seed = announceSeed();
  const services = new FaultServices();
  let engine: Engine;

  before(async () => {
    engine = await loadEngine();
    await services.open();
  });

  after(() => services.close(), { timeout: 60_000 });

  it(`ends in the right bytes and one video, or in the right error (SEED=${seed})`, () =>
    services.assertRight({ seed, count: rounds(40, 15) }, (schedule, service) =>
      runSchedule(schedule, service, engine),
    ));

  for (const wire of ['ietf', 's3'] as const) {
    it(`ends so by ${wire}, too (SEED=${seed})`, () =>
      services.assertRight({ seed, count: rounds(14, 6), wire }, (schedule, service) =>
        runSchedule(schedule, service, engine),
      ));
  }

  it('survives a cut at any byte, in both directions', async () => {
    const first = 1 + (seed % 4_000);
    const { wrong, struck } = await cutAtBytes(engine, { first, stride: 4_001 });
    assert.deepEqual(wrong, []);
    assert.ok(struck > 20, `${String(struck)} were cut`);
  });
});
