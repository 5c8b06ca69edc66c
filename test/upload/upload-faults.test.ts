import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cutAtBytes } from '../support/faults/cut-run.ts';
import { FaultHouse } from '../support/faults/fault-house.ts';
import { makeSchedule } from '../support/faults/fault-schedule.ts';
import { loadEngine } from '../support/faults/load-engine.ts';
import { runSchedule, type Engine } from '../support/faults/run-schedule.ts';

/** Milliseconds after which no further schedule is begun: a slow machine runs fewer. */
const ENOUGH = 15_000;
const MOST = 120;

describe('Upload over a faulty line', () => {
  const seed = Math.floor(Math.random() * 1_000_000_000);
  let engine: Engine;
  const houses: FaultHouse[] = [];

  before(async () => {
    engine = await loadEngine();
    houses.push(await FaultHouse.open(true), await FaultHouse.open(false));
  });

  after(
    async () => {
      for (const house of houses) await house.close();
    },
    { timeout: 60_000 },
  );

  it(`ends in the right bytes and one video, or in the right error (seed ${String(seed)})`, async () => {
    const began = performance.now();
    for (let at = 0; at < MOST && performance.now() - began < ENOUGH; at++) {
      const hasExtensions = at % 4 !== 3;
      const schedule = makeSchedule(seed + at, { largest: 2 ** 22, hasExtensions });
      const house = houses[hasExtensions ? 0 : 1];
      assert.ok(house);
      const { fault } = await runSchedule(schedule, house, engine);
      assert.equal(
        fault,
        undefined,
        `seed ${String(seed + at)}, ${hasExtensions ? 'with' : 'without'} extensions`,
      );
    }
  });

  it('survives a cut at any byte, in both directions', async () => {
    const first = 1 + Math.floor(Math.random() * 4_000);
    const { wrong, struck } = await cutAtBytes(engine, { first, stride: 4_001 });
    assert.deepEqual(wrong, []);
    assert.ok(struck > 20, `${String(struck)} were cut`);
  });
});
